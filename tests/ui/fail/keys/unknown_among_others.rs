use loopd_tools::{Context, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

struct Shelf;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(tytle = "List", state = Shelf, limit(3), core)]
struct List;

impl Run for List {
    async fn run(self, cx: Context<'_, Shelf>) -> Result<ToolOutput, ToolError> {
        let _: &Shelf = cx.state();
        Ok("".into())
    }
}

fn main() {}
