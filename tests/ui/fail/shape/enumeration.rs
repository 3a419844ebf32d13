use loopd_tools::Tool;
use serde::Deserialize;

/// Makes things.
#[derive(Tool, Deserialize)]
enum Make {
    Tea { cups: u8 },
    Coffee,
}

fn main() {}
