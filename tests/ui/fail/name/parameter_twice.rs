use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    path: String,
    #[serde(rename = "path")]
    root: String,
}

fn main() {}
