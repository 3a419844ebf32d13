use loopd_tools::Tool;
use serde::Deserialize;

mod seconds {
    use serde::{Deserialize, Deserializer};

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        u64::deserialize(from)
    }
}

/// Waits.
#[derive(Tool, Deserialize)]
struct Wait {
    #[serde(with = "seconds")]
    time: u64,
}

fn main() {}
