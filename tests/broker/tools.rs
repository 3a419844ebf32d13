//! Tools to run.

use std::sync::Arc;

use loopd_tools::{
    Arguments, BoxFuture, CallContext, Definition, DynTool, IntoOutput, Plan, Prepared, ToolError,
    ToolOutput, ToolSchema, prepared,
};
use serde_json::{Value, json};

/// A schema of any parameters.
pub(crate) fn schema(name: &str) -> ToolSchema {
    ToolSchema {
        name: name.to_owned(),
        description: format!("Does what {name} does."),
        parameters: json!({"type": "object", "properties": {}}),
    }
}

pub(crate) type Ran = Result<ToolOutput, ToolError>;
type PlanOf = dyn Fn(&Definition, &Value) -> Result<Plan, ToolError> + Send + Sync;
type Run = dyn Fn(Value, CallContext) -> BoxFuture<'static, Ran> + Send + Sync;

/// A tool made of closures: what it plans and what it does with the arguments that were sent.
pub(crate) struct Probe {
    definition: Definition,
    plan: Box<PlanOf>,
    run: Arc<Run>,
}

impl Probe {
    /// A tool that plans what its definition says.
    pub(crate) fn new<F, Fut, O>(name: &str, run: F) -> Self
    where
        F: Fn(Value, CallContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<O, ToolError>> + Send + 'static,
        O: IntoOutput,
    {
        Self::of(Definition::new(schema(name)), run)
    }

    pub(crate) fn of<F, Fut, O>(definition: Definition, run: F) -> Self
    where
        F: Fn(Value, CallContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<O, ToolError>> + Send + 'static,
        O: IntoOutput,
    {
        Self {
            definition,
            plan: Box::new(|definition, _| Ok(Plan::of(definition))),
            run: Arc::new(move |arguments, cx| {
                let ran = run(arguments, cx);
                Box::pin(async move { Ok(ran.await?.into_output()) })
            }),
        }
    }

    /// Changes the definition.
    pub(crate) fn define(mut self, change: impl FnOnce(Definition) -> Definition) -> Self {
        self.definition = change(self.definition);
        self
    }

    /// Plans each call by its arguments.
    pub(crate) fn plan(
        mut self,
        plan: impl Fn(Plan, &Value) -> Result<Plan, ToolError> + Send + Sync + 'static,
    ) -> Self {
        self.plan = Box::new(move |definition, arguments| plan(Plan::of(definition), arguments));
        self
    }
}

impl DynTool for Probe {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare(
        &self,
        arguments: Arguments<'_>,
        _cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        let text = arguments.text();
        let text = if text.is_empty() { "{}" } else { &*text };
        let arguments: Value = serde_json::from_str(text)?;
        let plan = (self.plan)(&self.definition, &arguments)?;
        let run = Arc::clone(&self.run);
        Ok(prepared(plan, move |cx| run(arguments, cx)))
    }
}

/// A tool that answers with a text.
pub(crate) struct Says;

impl Says {
    #[expect(clippy::new_ret_no_self, reason = "a name for a kind of probe")]
    pub(crate) fn new(name: &str, text: &str) -> Probe {
        Self::of(schema(name), text)
    }

    pub(crate) fn of(schema: ToolSchema, text: &str) -> Probe {
        let text = text.to_owned();
        Probe::of(Definition::new(schema), move |_, _| {
            let text = text.clone();
            async move { Ok(text) }
        })
    }
}
