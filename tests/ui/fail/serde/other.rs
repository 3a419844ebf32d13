use loopd_tools::JsonSchema;
use serde::Deserialize;

#[derive(JsonSchema, Deserialize)]
enum Sort {
    Up,
    #[serde(other)]
    Unknown,
}

fn main() {}
