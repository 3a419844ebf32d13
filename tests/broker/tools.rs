//! Tools to run.

use loopd_tools::{
    Arguments, CallContext, Definition, DynTool, Plan, Prepared, ToolError, ToolSchema, prepared,
};
use serde_json::json;

/// A schema of no parameters.
pub(crate) fn schema(name: &str) -> ToolSchema {
    ToolSchema {
        name: name.to_owned(),
        description: format!("Does what {name} does."),
        parameters: json!({"type": "object", "properties": {}, "additionalProperties": false}),
    }
}

/// A tool that answers with a text.
pub(crate) struct Says {
    definition: Definition,
    text: String,
}

impl Says {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        Self::of(schema(name), text)
    }

    pub(crate) fn of(schema: ToolSchema, text: &str) -> Self {
        Self {
            definition: Definition::new(schema),
            text: text.to_owned(),
        }
    }

    pub(crate) fn core(mut self) -> Self {
        self.definition = self.definition.with_core(true);
        self
    }
}

impl DynTool for Says {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare(
        &self,
        _arguments: Arguments<'_>,
        _cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        let text = self.text.clone();
        Ok(prepared(Plan::of(&self.definition), |_| async move { Ok(text) }))
    }
}
