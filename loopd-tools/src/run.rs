//! What the user of the derive writes.

use crate::context::Context;
use crate::dyn_tool::Requirement;
use crate::error::ToolError;
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

    /// What this very call needs: by default the capabilities of `#[tool(requires(..))]`.
    fn requires(&self, cx: Context<'_, Self::State>) -> Vec<Requirement> {
        let _ = cx;
        let name = Self::META.title.unwrap_or(Self::NAME);
        let words = |capability: &&str| format!("{name} needs {capability}");
        let requirement = |capability: &&str| Requirement::new(*capability, words(capability));
        Self::META.requires.iter().map(requirement).collect()
    }

    /// What this call works on: two calls with one resource never overlap, and keep their order.
    /// By default the field of `#[tool(resource = field)]`.
    fn resource(&self, cx: Context<'_, Self::State>) -> Option<String> {
        let _ = cx;
        self.__resource()
    }

    /// Whether this call may overlap others: by default what `#[tool(concurrent)]` says.
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
