use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    path: String,
    #[serde(alias = "root", alias = "path")]
    directory: String,
}

fn main() {}
