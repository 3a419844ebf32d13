//! Making a definition by hand.

use std::time::Duration;

use serde_json::Value;

use super::{Definition, Hints};
use crate::schema::ToolSchema;

impl Definition {
    /// A definition with nothing but a schema: all flags off, nothing said.
    #[must_use]
    pub fn new(schema: ToolSchema) -> Self {
        Self {
            schema,
            core: false,
            title: None,
            hints: Hints::UNSAID,
            concurrent: false,
            pinned: false,
            untrusted: false,
            unrecorded: false,
            exact: false,
            blocking: false,
            resource: None,
            requires: Vec::new(),
            timeout: None,
            max_output: None,
            examples: Vec::new(),
            system_prompt: None,
            output: None,
        }
    }

    /// Gives the tool another name for models.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.schema.name = name.into();
        self
    }

    /// Keeps the schema that a decoder was made from.
    pub(crate) fn with_parameters(mut self, parameters: Value) -> Self {
        self.schema.parameters = parameters;
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

    /// Says what effects the tool has.
    #[must_use]
    pub fn with_hints(mut self, hints: Hints) -> Self {
        self.hints = hints;
        self
    }

    /// Says whether calls may overlap others.
    #[must_use]
    pub fn with_concurrent(mut self, concurrent: bool) -> Self {
        self.concurrent = concurrent;
        self
    }

    /// Says whether results are never trimmed from the conversation.
    #[must_use]
    pub fn with_pinned(mut self, pinned: bool) -> Self {
        self.pinned = pinned;
        self
    }

    /// Says whether results come from outside.
    #[must_use]
    pub fn with_untrusted(mut self, untrusted: bool) -> Self {
        self.untrusted = untrusted;
        self
    }

    /// Says whether calls become no memory entries.
    #[must_use]
    pub fn with_unrecorded(mut self, unrecorded: bool) -> Self {
        self.unrecorded = unrecorded;
        self
    }

    /// Says whether arguments are never repaired.
    #[must_use]
    pub fn with_exact(mut self, exact: bool) -> Self {
        self.exact = exact;
        self
    }

    /// Says whether the body blocks its thread.
    #[must_use]
    pub fn with_blocking(mut self, blocking: bool) -> Self {
        self.blocking = blocking;
        self
    }

    /// Names the parameter that names what a call works on: text or an integer. Two calls with one
    /// value never overlap, and keep their order.
    #[must_use]
    pub fn with_resource(mut self, parameter: impl Into<String>) -> Self {
        self.resource = Some(parameter.into());
        self
    }

    /// Names the capabilities that every call needs, in place of those named before.
    #[must_use]
    pub fn with_requires<C: Into<String>>(
        mut self,
        capabilities: impl IntoIterator<Item = C>,
    ) -> Self {
        self.requires = capabilities.into_iter().map(Into::into).collect();
        self
    }

    /// Bounds how long a call may take.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Bounds how many bytes a result may have.
    #[must_use]
    pub fn with_max_output(mut self, bytes: usize) -> Self {
        self.max_output = Some(bytes);
        self
    }

    /// Adds arguments that show how the tool is called.
    #[must_use]
    pub fn with_example(mut self, arguments: Value) -> Self {
        self.examples.push(arguments);
        self
    }

    /// Says what the system prompt says of the tool.
    #[must_use]
    pub fn with_system_prompt(mut self, text: impl Into<String>) -> Self {
        self.system_prompt = Some(text.into());
        self
    }

    /// Gives the schema of the structured output.
    #[must_use]
    pub fn with_output(mut self, schema: Value) -> Self {
        self.output = Some(schema);
        self
    }
}
