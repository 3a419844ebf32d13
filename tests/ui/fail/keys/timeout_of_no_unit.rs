use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(timeout = "30 parsecs")]
struct List;

fn main() {}
