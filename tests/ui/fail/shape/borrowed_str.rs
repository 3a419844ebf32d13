use loopd_tools::Tool;
use serde::Deserialize;

/// Returns its text.
#[derive(Tool, Deserialize)]
struct Echo<'a> {
    text: &'a str,
}

fn main() {}
