use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(core, name = "list")]
#[tool(name = "all", core = false)]
struct List;

fn main() {}
