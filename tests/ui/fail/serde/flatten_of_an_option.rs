use loopd_tools::Tool;
use serde::Deserialize;

use loopd_tools::JsonSchema;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    #[serde(flatten)]
    page: Option<Page>,
}

#[derive(JsonSchema, Deserialize)]
struct Page {
    number: u32,
}

fn main() {}
