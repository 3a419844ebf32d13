use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[tool(core)]
#[derive(Tool, Deserialize)]
struct List;

fn main() {}
