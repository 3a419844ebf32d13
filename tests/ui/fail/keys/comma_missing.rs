use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(core read_only)]
struct List;

fn main() {}
