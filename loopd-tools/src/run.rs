//! What the user of the derive writes.

use crate::context::Context;
use crate::error::ToolError;
use crate::requirement::Requirement;
use crate::tool::Tool;

/// What a tool does. All methods but [`run`](Self::run) have defaults.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what it does",
    label = "needs `impl Run for {Self}`",
    note = "a tool is run by `async fn run(self, cx: Context<'_, State>) -> Result<Output, ToolError>`"
)]
pub trait Run: Tool {
    /// Does what the tool is for, with arguments that fit its schema.
    fn run(
        self,
        cx: Context<'_, Self::State>,
    ) -> impl Future<Output = Result<Self::Output, ToolError>> + Send;

    /// Puts the arguments into their one form: canonical paths, lower-case hosts. Called once,
    /// after decoding; what is judged and run is the result. Must not wait.
    ///
    /// # Errors
    ///
    /// What makes the call impossible; the model reads it and nothing runs.
    fn normalize(&mut self, cx: Context<'_, Self::State>) -> Result<(), ToolError> {
        let _ = cx;
        Ok(())
    }

    /// What this very call needs. By default the capabilities that `#[tool(requires(..))]` names,
    /// each for the call's [`resource`](Self::resource) where it has one.
    fn requires(&self, cx: Context<'_, Self::State>) -> Vec<Requirement> {
        if Self::META.requires.is_empty() {
            return Vec::new();
        }
        Requirement::of_capabilities(
            Self::NAME,
            Self::META.requires.iter().copied(),
            self.resource(cx).as_deref(),
        )
    }

    /// What this call works on: two calls with one resource never overlap, and keep their order.
    /// By default the field that `#[tool(resource = field)]` names.
    fn resource(&self, cx: Context<'_, Self::State>) -> Option<String> {
        let _ = cx;
        self.__resource()
    }

    /// Whether this call may overlap others. By default what `#[tool(concurrent)]` says.
    fn concurrent(&self, cx: Context<'_, Self::State>) -> bool {
        let _ = cx;
        Self::META.concurrent
    }

    /// The call in words for the audit log, with nothing secret in them: the tool's name and
    /// nothing else by default.
    fn audit(&self, cx: Context<'_, Self::State>) -> String {
        let _ = cx;
        Self::NAME.to_owned()
    }
}
