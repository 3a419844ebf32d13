use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(state = , output = 5)]
struct List;

fn main() {}
