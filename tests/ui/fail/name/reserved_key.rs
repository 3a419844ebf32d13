use loopd_tools::Tool;
use serde::Deserialize;

/// Finds tools.
#[derive(Tool, Deserialize)]
#[tool(name = "find_tool")]
struct Find {
    query: String,
}

fn main() {}
