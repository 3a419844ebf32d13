use loopd_tools::JsonSchema;
use serde::Deserialize;

#[derive(JsonSchema, Deserialize)]
#[schemars(tag = "kind")]
enum Sort {
    #[schemars(rename = "up")]
    Up,
    Down {
        #[schemars(flatten)]
        by: Key,
    },
}

#[derive(JsonSchema, Deserialize)]
struct Key {
    key: String,
}

fn main() {}
