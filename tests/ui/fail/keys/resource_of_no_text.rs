use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(resource = range)]
struct List {
    range: Vec<u32>,
}

fn main() {}
