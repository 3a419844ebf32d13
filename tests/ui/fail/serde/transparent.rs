use loopd_tools::Tool;
use serde::Deserialize;

/// Returns its text.
#[derive(Tool, Deserialize)]
#[serde(transparent)]
struct Echo {
    text: String,
}

fn main() {}
