use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    #[schemars(rnge(min = 1))]
    depth: u32,
}

fn main() {}
