use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    #[serde(rename = "filter[id]")]
    filter: String,
    #[serde(rename(serialize = "$out", deserialize = "$top"))]
    top: u32,
    #[serde(rename(serialize = "$only written"))]
    fine: u32,
}

fn main() {}
