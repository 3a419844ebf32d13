use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    #[serde(renamed = "root")]
    path: String,
}

fn main() {}
