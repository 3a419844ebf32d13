use loopd_tools::Tool;
use serde::Deserialize;

/// Calls a tool.
#[derive(Tool, Deserialize)]
struct CallTool {
    name: String,
}

fn main() {}
