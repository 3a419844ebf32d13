use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(resource = file)]
struct List {
    path: String,
    depth: u32,
}

fn main() {}
