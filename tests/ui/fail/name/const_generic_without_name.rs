use loopd_tools::Tool;
use serde::Deserialize;

/// Lists things.
#[derive(Tool, Deserialize)]
struct List<const N: usize> {
    of: String,
}

fn main() {}
