use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    #[tool(description = "where to look")]
    path: String,
}

fn main() {}
