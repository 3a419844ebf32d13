//! The keys of the derive and the attribute for functions have one name and do not meet.

use loopd_tools::{Context, Run, Tool, ToolError, tool};
use serde::Deserialize;

/// Says something.
#[derive(Tool, Deserialize)]
#[tool(core, output = String)]
struct Say {
    text: String,
}

impl Run for Say {
    async fn run(self, _cx: Context<'_>) -> Result<String, ToolError> {
        Ok(self.text)
    }
}

/// Says nothing.
#[tool(core)]
fn silence() -> &'static str {
    ""
}

fn main() {
    assert!(Say::definition().core() && silence::definition().core());
}
