use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    #[serde(default)]
    #[schemars(!default)]
    path: String,
}

fn main() {}
