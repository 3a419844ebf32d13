use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(allow_unknown)]
#[serde(deny_unknown_fields)]
struct List {
    path: String,
}

fn main() {}
