//! The four tools of this crate: two that a host registers, two that a host answers itself.

use jiff::{Timestamp, Unit};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::context::Context;
use crate::error::ToolError;
use crate::output::ToolOutput;
use crate::run::Run;
use crate::schema::ToolSchema;
use crate::tool::Tool;

/// The name of the tool that finds others.
pub const FIND_TOOL: &str = FindTool::NAME;
/// The name of the tool that calls what [`FIND_TOOL`] found.
pub const CALL_TOOL: &str = CallTool::NAME;

/// The current date and time, as RFC 3339 in UTC.
#[derive(Debug, Clone, PartialEq, Eq, crate::Tool, Deserialize)]
#[tool(core)]
pub struct Clock;

impl Run for Clock {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        // Whole seconds: a model has no use for more, and the text keeps one length.
        let now = Timestamp::now()
            .round(Unit::Second)
            .map_err(ToolError::execution)?;
        Ok(now.to_string().into())
    }
}

/// Returns its text argument unchanged.
#[derive(Debug, Clone, PartialEq, Eq, crate::Tool, Deserialize)]
pub struct Echo {
    #[allow(missing_docs, reason = "the fixed schema has no description here")]
    pub text: String,
}

impl Run for Echo {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.text.into())
    }
}

/// Search for more tools by keyword. Returns the schemas of the tools that match.
#[derive(Debug, Clone, PartialEq, Eq, crate::Tool, Deserialize)]
#[tool(core, reserved)]
pub struct FindTool {
    /// A word or phrase from the name or description of the tool.
    pub query: String,
}

/// Call a tool that find_tool returned. Pass its name and an arguments object that fits its schema.
#[derive(Debug, Clone, PartialEq, crate::Tool, Deserialize)]
#[tool(core, reserved)]
#[expect(clippy::doc_markdown, reason = "the text is what the model reads")]
pub struct CallTool {
    #[allow(missing_docs, reason = "the fixed schema has no description here")]
    pub name: String,
    #[allow(missing_docs, reason = "the fixed schema has no description here")]
    pub arguments: Map<String, Value>,
}

/// The schema of [`Clock`].
#[must_use]
pub fn clock_schema() -> ToolSchema {
    Clock::schema()
}

/// The schema of [`Echo`].
#[must_use]
pub fn echo_schema() -> ToolSchema {
    Echo::schema()
}

/// The schema of [`FindTool`].
#[must_use]
pub fn find_tool_schema() -> ToolSchema {
    FindTool::schema()
}

/// The schema of [`CallTool`].
#[must_use]
pub fn call_tool_schema() -> ToolSchema {
    CallTool::schema()
}
