//! A tool that is a schema and a closure.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::arguments::{Arguments, BySerde, Decoded, Decoder, Repair, SchemaProblem};
use crate::context::CallContext;
use crate::definition::Definition;
use crate::dyn_tool::{BoxFuture, DynTool, Prepared};
use crate::error::ToolError;
use crate::offload::drive_off_thread;
use crate::output::{IntoOutput, IntoResult, ToolOutput};
use crate::plan::Plan;
use crate::schema::{self, SchemaError, ToolSchema};

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
    bind: Arc<Bind>,
}

/// Decodes the arguments of a call and gives them to the closure; the last argument is the
/// parameter that names what the call works on.
type Bind =
    dyn Fn(&Decoder, &Arguments<'_>, Option<&str>) -> Result<Bound, ToolError> + Send + Sync;

/// A call with its arguments.
struct Bound {
    body: Body,
    repairs: Vec<Repair>,
    resource: Option<String>,
}

/// The rest of a call: all but its context.
type Body =
    Box<dyn FnOnce(CallContext) -> BoxFuture<'static, Result<ToolOutput, ToolError>> + Send>;

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
        checked(Self::foreign(name, description, parameters, f))
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
        let f = Arc::new(f);
        Self::new(
            name,
            description,
            parameters,
            move |arguments, cx: CallContext| {
                let f = Arc::clone(&f);
                async move { f(arguments, &cx).into_result() }
            },
        )
    }

    /// A tool whose arguments are a type, with the schema that `#[derive(Tool)]` would make of it,
    /// and whose closure gives a future.
    ///
    /// # Errors
    ///
    /// If the type has no truthful schema: the message names the field and the way out.
    pub fn typed<T, F, Fut, R>(
        name: impl Into<String>,
        description: impl Into<String>,
        f: F,
    ) -> Result<Self, SchemaError>
    where
        T: DeserializeOwned + JsonSchema + Send + 'static,
        F: Fn(T, CallContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoResult,
    {
        let name = name.into();
        let parameters = schema::parameters_for::<T>(&name)?;
        let (decoder, problems) = Decoder::new(parameters.annotated());
        if problems.is_empty() {
            decoder.check_type::<BySerde<T>>(&name)?;
        }
        let f = Arc::new(f);
        let bind = move |decoder: &Decoder, arguments: &Arguments<'_>, key: Option<&str>| {
            let (Decoded { arguments, repairs }, resource) = match key {
                Some(key) => decoder.decode_on::<BySerde<T>>(arguments, key)?,
                None => (decoder.decode::<BySerde<T>>(arguments)?, None),
            };
            Ok(Bound {
                body: body(Arc::clone(&f), arguments),
                repairs,
                resource,
            })
        };
        let definition = definition(name, description, parameters.into_canonical());
        checked((
            Self {
                definition,
                decoder,
                bind: Arc::new(bind),
            },
            problems,
        ))
    }

    /// As [`typed`](Self::typed), with a closure that does not wait.
    ///
    /// # Errors
    ///
    /// As [`typed`](Self::typed).
    pub fn typed_sync<T, F, R>(
        name: impl Into<String>,
        description: impl Into<String>,
        f: F,
    ) -> Result<Self, SchemaError>
    where
        T: DeserializeOwned + JsonSchema + Send + 'static,
        F: Fn(T, &CallContext) -> R + Send + Sync + 'static,
        R: IntoResult,
    {
        let f = Arc::new(f);
        Self::typed(name, description, move |arguments: T, cx: CallContext| {
            let f = Arc::clone(&f);
            async move { f(arguments, &cx).into_result() }
        })
    }

    /// A tool of any name, with a schema that somebody else wrote and a closure that gives a
    /// future. What of the schema can't be checked is told; everything else is checked.
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
        let (decoder, problems) = Decoder::new(&parameters);
        let f = Arc::new(f);
        let bind = move |decoder: &Decoder, arguments: &Arguments<'_>, key: Option<&str>| {
            let (Decoded { arguments, repairs }, resource) =
                decoder.decode_value(arguments, key)?;
            Ok(Bound {
                body: body(Arc::clone(&f), arguments),
                repairs,
                resource,
            })
        };
        let definition = definition(name.into(), description, parameters);
        (
            Self {
                definition,
                decoder,
                bind: Arc::new(bind),
            },
            problems,
        )
    }

    /// Changes the definition: name, flags, hints, resource, limits, examples. The schema stays the
    /// one that the arguments are checked against.
    ///
    /// ```
    /// # use loopd_tools::{DynTool, FnTool};
    /// # use serde_json::json;
    /// # let parameters = json!({"type": "object", "properties": {}});
    /// let tool = FnTool::sync("now", "The time.", parameters, |_, _| "noon")?
    ///     .with_definition(|definition| definition.with_core(true).with_concurrent(true));
    /// assert!(tool.definition().core());
    /// # Ok::<(), loopd_tools::SchemaError>(())
    /// ```
    #[must_use]
    pub fn with_definition(mut self, change: impl FnOnce(Definition) -> Definition) -> Self {
        let parameters = self.definition.schema().parameters.clone();
        self.definition = change(self.definition).with_parameters(parameters);
        self.decoder = self.decoder.with_exact(self.definition.exact());
        if let Some(example) = self.definition.examples().first() {
            self.decoder = self.decoder.with_example(example);
        }
        self
    }
}

fn definition(name: String, description: impl Into<String>, parameters: Value) -> Definition {
    Definition::new(ToolSchema {
        name,
        description: description.into(),
        parameters,
    })
}

fn body<T, F, Fut, R>(f: Arc<F>, arguments: T) -> Body
where
    T: Send + 'static,
    F: Fn(T, CallContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = R> + Send + 'static,
    R: IntoResult,
{
    // The closure runs when the future is first polled: nothing of a call happens before.
    Box::new(move |cx| {
        Box::pin(async move { Ok(f(arguments, cx).await.into_result()?.into_output()) })
    })
}

fn checked((tool, problems): (FnTool, Vec<SchemaProblem>)) -> Result<FnTool, SchemaError> {
    match problems.into_iter().next() {
        None => Ok(tool),
        Some(problem) => Err(problem.into_error(tool.definition.name())),
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
        let Bound {
            body,
            repairs,
            resource,
        } = (self.bind)(&self.decoder, &arguments, self.definition.resource())?;
        let plan = Plan::naming(&self.definition, resource).with_repairs(repairs);
        Ok(Box::new(PreparedCall {
            plan,
            body,
            blocking: self.definition.blocking(),
        }))
    }
}

struct PreparedCall {
    plan: Plan,
    body: Body,
    blocking: bool,
}

impl Prepared for PreparedCall {
    fn plan(&self) -> Plan {
        self.plan.clone()
    }

    fn run(self: Box<Self>, cx: &CallContext) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        let Self { body, blocking, .. } = *self;
        let cx = cx.clone();
        if blocking {
            return drive_off_thread(move || body(cx));
        }
        body(cx)
    }
}

impl fmt::Debug for FnTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FnTool")
            .field("definition", &self.definition)
            .finish_non_exhaustive()
    }
}
