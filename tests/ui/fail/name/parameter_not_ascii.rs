use loopd_tools::Tool;
use serde::Deserialize;

/// Misst.
#[derive(Tool, Deserialize)]
struct Messen {
    länge: u32,
}

fn main() {}
