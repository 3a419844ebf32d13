use loopd_tools::Tool;
use serde::Deserialize;

/// Returns its text.
#[derive(Tool, Deserialize)]
#[serde(tag = "kind")]
struct Echo {
    text: String,
}

fn main() {}
