use loopd_tools::{Context, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List;

impl Run for List {
    async fn run(self) -> Result<ToolOutput, ToolError> {
        Ok("".into())
    }
}

fn main() {}
