use loopd_tools::{Context, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

/// Lists things.
#[derive(Tool, Deserialize)]
#[tool(name = "list")]
struct List<T> {
    of: T,
}

impl<T> Run for List<T> {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok("".into())
    }
}

fn main() {}
