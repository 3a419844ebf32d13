//! A tool that is a schema and a closure.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::arguments::{Arguments, Decoded, Decoder, SchemaProblem};
use crate::context::CallContext;
use crate::definition::Definition;
use crate::dyn_tool::{BoxFuture, DynTool, Prepared};
use crate::error::ToolError;
use crate::output::{IntoResult, ToolOutput};
use crate::plan::Plan;
use crate::schema::{SchemaError, ToolSchema};

/// A tool that is a schema and a closure, which may capture what it needs.
///
/// The arguments are checked against the schema, and mended, as those of a derived tool are; the
/// closure is given what fits.
///
/// ```
/// use loopd_tools::FnTool;
/// use serde_json::json;
///
/// let greeting = String::from("Hello");
/// let tool = FnTool::sync(
///     "greet",
///     "Greets somebody by name.",
///     json!({
///         "type": "object",
///         "properties": {"name": {"type": "string"}},
///         "required": ["name"],
///         "additionalProperties": false,
///     }),
///     move |arguments, _cx| {
///         let name = arguments["name"].as_str().unwrap_or_default();
///         format!("{greeting}, {name}!")
///     },
/// )?;
/// # let _ = tool;
/// # Ok::<(), loopd_tools::SchemaError>(())
/// ```
///
/// A closure that waits gives a future, which owns what it needs. What is captured is cloned for
/// each call:
///
/// ```
/// use std::sync::Arc;
///
/// use loopd_tools::FnTool;
/// use serde_json::json;
///
/// # async fn look_up(names: &[String]) -> usize { names.len() }
/// let names = Arc::new(vec![String::from("Ada")]);
/// let tool = FnTool::new(
///     "count",
///     "Counts the names.",
///     json!({"type": "object", "properties": {}, "additionalProperties": false}),
///     move |_arguments, _cx| {
///         let names = Arc::clone(&names);
///         async move { format!("{} name(s)", look_up(&names).await) }
///     },
/// )?;
/// # let _ = tool;
/// # Ok::<(), loopd_tools::SchemaError>(())
/// ```
#[derive(Clone)]
pub struct FnTool {
    definition: Definition,
    decoder: Decoder,
    run: Arc<Body>,
}

type Body =
    dyn Fn(Value, CallContext) -> BoxFuture<'static, Result<ToolOutput, ToolError>> + Send + Sync;

impl FnTool {
    /// A tool whose closure gives a future.
    ///
    /// # Errors
    ///
    /// If something in the schema can't be checked: the message says what and where.
    pub fn new<F, Fut, R>(
        name: impl Into<String>,
        description: impl Into<String>,
        parameters: Value,
        f: F,
    ) -> Result<Self, SchemaError>
    where
        F: Fn(Value, CallContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoResult,
    {
        Self::checked(Self::foreign(name, description, parameters, f))
    }

    /// A tool whose closure does not wait.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn sync<F, R>(
        name: impl Into<String>,
        description: impl Into<String>,
        parameters: Value,
        f: F,
    ) -> Result<Self, SchemaError>
    where
        F: Fn(Value, &CallContext) -> R + Send + Sync + 'static,
        R: IntoResult,
    {
        Self::checked(Self::foreign_sync(name, description, parameters, f))
    }

    /// A tool of any name, with a schema that somebody else wrote and a closure that gives a
    /// future. What of the schema can't be checked is told, and everything else is checked.
    ///
    /// With the feature `jsonschema` the crate of that name checks such a schema as well, and what
    /// is told is what neither can check.
    pub fn foreign<F, Fut, R>(
        name: impl Into<String>,
        description: impl Into<String>,
        parameters: Value,
        f: F,
    ) -> (Self, Vec<SchemaProblem>)
    where
        F: Fn(Value, CallContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoResult,
    {
        let run = move |arguments, cx| -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
            let future = f(arguments, cx);
            Box::pin(async move { future.await.into_result() })
        };
        Self::from_body(name.into(), description.into(), parameters, Arc::new(run))
    }

    /// As [`foreign`](Self::foreign), with a closure that does not wait.
    pub fn foreign_sync<F, R>(
        name: impl Into<String>,
        description: impl Into<String>,
        parameters: Value,
        f: F,
    ) -> (Self, Vec<SchemaProblem>)
    where
        F: Fn(Value, &CallContext) -> R + Send + Sync + 'static,
        R: IntoResult,
    {
        let f = Arc::new(f);
        let run = move |arguments, cx| -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
            let f = Arc::clone(&f);
            // Nothing of the call happens before the future is driven.
            Box::pin(async move { f(arguments, &cx).into_result() })
        };
        Self::from_body(name.into(), description.into(), parameters, Arc::new(run))
    }

    fn from_body(
        name: String,
        description: String,
        parameters: Value,
        run: Arc<Body>,
    ) -> (Self, Vec<SchemaProblem>) {
        let (decoder, problems) = Decoder::new(&parameters);
        let definition = Definition::new(ToolSchema {
            name,
            description,
            parameters,
        });
        let tool = Self {
            definition,
            decoder,
            run,
        };
        (tool, problems)
    }

    fn checked((tool, problems): (Self, Vec<SchemaProblem>)) -> Result<Self, SchemaError> {
        match problems.into_iter().next() {
            None => Ok(tool),
            Some(problem) => Err(problem.into_error(tool.definition.name())),
        }
    }

    /// Changes the definition: flags, hints, limits, examples. The schema stays the one that the
    /// arguments are checked against.
    #[must_use]
    pub fn with_definition(mut self, change: impl FnOnce(Definition) -> Definition) -> Self {
        let schema = self.definition.schema().clone();
        self.definition = change(self.definition).with_parameters(schema.parameters);
        self.decoder = self.decoder.with_exact(self.definition.exact());
        if let Some(example) = self.definition.examples().first() {
            self.decoder = self.decoder.with_example(example);
        }
        self
    }
}

impl DynTool for FnTool {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare(
        &self,
        arguments: Arguments<'_>,
        _cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        let Decoded { arguments, repairs } = self.decoder.decode_value(&arguments)?;
        Ok(Box::new(PreparedCall {
            plan: Plan::of(&self.definition).with_repairs(repairs),
            arguments,
            run: Arc::clone(&self.run),
        }))
    }
}

/// The closure's arguments, and the closure.
struct PreparedCall {
    plan: Plan,
    arguments: Value,
    run: Arc<Body>,
}

impl Prepared for PreparedCall {
    fn plan(&self) -> Plan {
        self.plan.clone()
    }

    fn run<'a>(
        self: Box<Self>,
        cx: &'a CallContext,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        let Self { arguments, run, .. } = *self;
        // Nothing of the call happens before the future is driven.
        let cx = cx.clone();
        Box::pin(async move { run(arguments, cx).await })
    }
}

impl fmt::Debug for FnTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FnTool")
            .field("definition", &self.definition)
            .finish_non_exhaustive()
    }
}
