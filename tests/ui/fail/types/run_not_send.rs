use loopd_tools::{Context, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

use std::rc::Rc;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List;

impl Run for List {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        let held = Rc::new(1);
        std::future::ready(()).await;
        Ok(held.to_string().into())
    }
}

fn main() {}
