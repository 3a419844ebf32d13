//! What `run` may give.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Part, ToolOutput};
use crate::schema::{self, SchemaError};

/// What `run` may give: it becomes a [`ToolOutput`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the output of a tool",
    label = "not an output",
    note = "use `ToolOutput`, `String`, `&'static str`, `serde_json::Value`, `Vec<Part>`, `()`, or `Json<T>` with `T: Serialize + JsonSchema`"
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

impl IntoOutput for Cow<'static, str> {
    fn into_output(self) -> ToolOutput {
        self.into_owned().into()
    }
}

impl IntoOutput for Value {
    fn into_output(self) -> ToolOutput {
        self.into()
    }
}

impl IntoOutput for Part {
    fn into_output(self) -> ToolOutput {
        ToolOutput::from_parts([self])
    }
}

impl IntoOutput for Vec<Part> {
    fn into_output(self) -> ToolOutput {
        ToolOutput::from_parts(self)
    }
}

/// For a tool that is called for its effect. Some models take an empty result for a failure.
impl IntoOutput for () {
    fn into_output(self) -> ToolOutput {
        "done".into()
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
