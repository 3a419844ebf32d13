use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(example = r#"{"path": }"#)]
struct List {
    path: String,
}

fn main() {}
