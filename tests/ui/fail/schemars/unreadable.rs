use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    #[schemars(range(min = 1) max)]
    depth: u32,
    #[schemars]
    path: String,
}

fn main() {}
