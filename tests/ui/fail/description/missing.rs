use loopd_tools::Tool;
use serde::Deserialize;

#[derive(Tool, Deserialize)]
struct Echo {
    /// The text to return.
    text: String,
}

fn main() {}
