use loopd_tools::Tool;
use serde::Deserialize;

///
///
#[derive(Tool, Deserialize)]
struct Echo {
    text: String,
}

fn main() {}
