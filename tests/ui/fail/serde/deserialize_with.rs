use loopd_tools::Tool;
use serde::Deserialize;

/// Waits.
#[derive(Tool, Deserialize)]
struct Wait {
    #[serde(deserialize_with = "seconds", default)]
    time: u64,
}

fn seconds<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    u64::deserialize(from)
}

fn main() {}
