use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(timeout = "99999999999999999999s")]
struct List;

fn main() {}
