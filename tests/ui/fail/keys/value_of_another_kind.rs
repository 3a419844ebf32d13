use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(title = [1], timeout = 30, resource = "path", state = "Shelf")]
struct List;

fn main() {}
