//! What a closure or a function may give.

use super::IntoOutput;
use crate::error::ToolError;

/// What the closure of a [`FnTool`](crate::FnTool) or a function under `#[tool]` may give: an
/// output, or a `Result` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be what a tool gives",
    label = "neither an output nor a `Result` of one",
    note = "give what `IntoOutput` takes, or a `Result` of it whose error becomes a `ToolError`"
)]
pub trait IntoResult {
    /// The output where there is one.
    type Output: IntoOutput;

    /// The output, or why there is none.
    ///
    /// # Errors
    ///
    /// What was given as the error.
    fn into_result(self) -> Result<Self::Output, ToolError>;
}

impl<T: IntoOutput> IntoResult for T {
    type Output = T;

    fn into_result(self) -> Result<T, ToolError> {
        Ok(self)
    }
}

impl<T: IntoOutput, E: Into<ToolError>> IntoResult for Result<T, E> {
    type Output = T;

    fn into_result(self) -> Result<T, ToolError> {
        self.map_err(Into::into)
    }
}
