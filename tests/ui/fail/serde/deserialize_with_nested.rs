use loopd_tools::JsonSchema;
use serde::Deserialize;

#[derive(JsonSchema, Deserialize)]
enum Pause {
    For(#[serde(deserialize_with = "seconds")] u64),
    #[serde(deserialize_with = "seconds")]
    Until(u64),
}

fn seconds<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    u64::deserialize(from)
}

fn main() {}
