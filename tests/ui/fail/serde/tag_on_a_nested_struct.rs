use loopd_tools::JsonSchema;
use serde::Deserialize;

#[derive(JsonSchema, Deserialize)]
#[serde(tag = "kind")]
struct Page {
    text: String,
}

fn main() {}
