use loopd_tools::Tool;
use serde::Deserialize;

/// Waits.
#[derive(Tool, Deserialize)]
#[serde(remote = "Pause")]
struct Wait {
    seconds: u64,
}

struct Pause {
    seconds: u64,
}

fn main() {}
