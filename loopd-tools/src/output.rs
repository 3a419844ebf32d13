//! What a call gives: for the model, for the host's loop and for a person's screen.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::schema::{self, SchemaError};

/// What a call gives.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolOutput {
    content: Content,
    is_error: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Content {
    Text(String),
    Structured(Value),
}

impl ToolOutput {
    /// Text, kept as it is.
    pub fn text(text: impl Into<String>) -> Self {
        Self::from_content(Content::Text(text.into()))
    }

    /// Structured JSON; the model reads it as compact text.
    #[must_use]
    pub fn structured(value: Value) -> Self {
        Self::from_content(Content::Structured(value))
    }

    /// Text that tells the model of a failure.
    pub fn error(text: impl Into<String>) -> Self {
        let mut output = Self::text(text);
        output.is_error = true;
        output
    }

    fn from_content(content: Content) -> Self {
        Self {
            content,
            is_error: false,
        }
    }

    /// Says whether the output tells of a failure.
    #[must_use]
    pub fn with_is_error(mut self, is_error: bool) -> Self {
        self.is_error = is_error;
        self
    }

    /// Whether the output tells of a failure.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// What the model reads.
    #[must_use]
    pub fn text_content(&self) -> Cow<'_, str> {
        match &self.content {
            Content::Text(text) => Cow::Borrowed(text),
            Content::Structured(value) => Cow::Owned(value.to_string()),
        }
    }

    /// What the model reads, without a copy where the output is text.
    #[must_use]
    pub fn into_text(self) -> String {
        match self.content {
            Content::Text(text) => text,
            Content::Structured(value) => value.to_string(),
        }
    }

    /// The output as JSON: structured output itself, or text that is JSON; none otherwise.
    #[must_use]
    pub fn structured_value(&self) -> Option<Value> {
        match &self.content {
            Content::Text(text) => serde_json::from_str(text).ok(),
            Content::Structured(value) => Some(value.clone()),
        }
    }

    /// The output as a type of the host's; none if it is not JSON of that shape.
    #[must_use]
    pub fn structured_as<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_value(self.structured_value()?).ok()
    }
}

impl From<String> for ToolOutput {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for ToolOutput {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<Value> for ToolOutput {
    fn from(value: Value) -> Self {
        Self::structured(value)
    }
}

/// What `run` may give: it becomes a [`ToolOutput`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the output of a tool",
    label = "not an output",
    note = "use `ToolOutput`, `String`, `&'static str`, `serde_json::Value`, or `Json<T>` with `T: Serialize + JsonSchema`"
)]
pub trait IntoOutput {
    /// The output for the model.
    fn into_output(self) -> ToolOutput;

    /// The schema of the structured output; none for text.
    ///
    /// # Errors
    ///
    /// If the type has no truthful schema.
    fn output_schema() -> Result<Option<Value>, SchemaError> {
        Ok(None)
    }
}

impl IntoOutput for ToolOutput {
    fn into_output(self) -> ToolOutput {
        self
    }
}

impl IntoOutput for String {
    fn into_output(self) -> ToolOutput {
        self.into()
    }
}

impl IntoOutput for &'static str {
    fn into_output(self) -> ToolOutput {
        self.into()
    }
}

impl IntoOutput for Value {
    fn into_output(self) -> ToolOutput {
        self.into()
    }
}

/// A typed output: structured JSON with a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Json<T>(
    /// The value that is written as JSON.
    pub T,
);

impl<T: Serialize + JsonSchema> IntoOutput for Json<T> {
    fn into_output(self) -> ToolOutput {
        match serde_json::to_value(&self.0) {
            Ok(value) => ToolOutput::structured(value),
            Err(_) => ToolOutput::error("the tool's result could not be written as JSON"),
        }
    }

    fn output_schema() -> Result<Option<Value>, SchemaError> {
        schema::output_of::<T>().map(Some)
    }
}
