//! What a closure may give.

use super::{IntoOutput, ToolOutput};
use crate::error::ToolError;

/// What the closure of a [`FnTool`](crate::FnTool) may give: an output, or a `Result` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be what a tool's closure gives",
    label = "neither an output nor a `Result` of one",
    note = "give what `IntoOutput` takes, or a `Result` of it whose error becomes a `ToolError`"
)]
pub trait IntoResult {
    /// The output, or why there is none.
    ///
    /// # Errors
    ///
    /// What the closure gave as its error.
    fn into_result(self) -> Result<ToolOutput, ToolError>;
}

impl<T: IntoOutput> IntoResult for T {
    fn into_result(self) -> Result<ToolOutput, ToolError> {
        Ok(self.into_output())
    }
}

impl<T: IntoOutput, E: Into<ToolError>> IntoResult for Result<T, E> {
    fn into_result(self) -> Result<ToolOutput, ToolError> {
        self.map(IntoOutput::into_output).map_err(Into::into)
    }
}
