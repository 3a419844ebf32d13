//! All that is known of a tool without running it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::registry::Entry;
use crate::schema::ToolSchema;

/// All that is known of a tool without running it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    schema: ToolSchema,
    #[serde(default)]
    core: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output: Option<Value>,
}

impl Definition {
    /// A definition of a tool that is not core.
    #[must_use]
    pub fn new(schema: ToolSchema) -> Self {
        Self {
            schema,
            core: false,
            title: None,
            output: None,
        }
    }

    /// Gives the tool another name for models.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.schema.name = name.into();
        self
    }

    /// Says whether the tool's schema is in every request.
    #[must_use]
    pub fn with_core(mut self, core: bool) -> Self {
        self.core = core;
        self
    }

    /// Gives the tool a name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Gives the schema of the structured output.
    #[must_use]
    pub fn with_output(mut self, schema: Value) -> Self {
        self.output = Some(schema);
        self
    }

    /// The name that a model calls the tool by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.schema.name
    }

    /// The schema that the model reads.
    #[must_use]
    pub fn schema(&self) -> &ToolSchema {
        &self.schema
    }

    /// Whether the tool's schema is in every request.
    #[must_use]
    pub fn core(&self) -> bool {
        self.core
    }

    /// The tool's name for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The schema of the structured output.
    #[must_use]
    pub fn output(&self) -> Option<&Value> {
        self.output.as_ref()
    }

    /// The schema alone.
    #[must_use]
    pub fn into_schema(self) -> ToolSchema {
        self.schema
    }

    /// The tool's entry in a [`Registry`](crate::Registry).
    #[must_use]
    pub fn into_entry(self) -> Entry {
        Entry {
            schema: self.schema,
            core: self.core,
        }
    }
}
