use std::future::{Future, ready};

use loopd_tools::{Context, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

/// Lists.
#[derive(Tool, Deserialize)]
#[tool(state = Vec<String>)]
struct List;

impl Run for List {
    fn run(
        self,
        cx: Context<'_, Vec<String>>,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send {
        ready(Ok(cx.state().join(", ").into()))
    }
}

fn main() {
    let _ = List::with(vec!["a".to_owned()]);
    let _ = List::with(std::sync::Arc::new(Vec::new()));
}
