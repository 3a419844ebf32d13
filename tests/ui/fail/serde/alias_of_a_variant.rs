use loopd_tools::JsonSchema;
use serde::Deserialize;

#[derive(JsonSchema, Deserialize)]
enum Sort {
    #[serde(alias = "ascending")]
    Up,
    Down,
}

fn main() {}
