use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct List {
    r#type: String,
    #[serde(rename = "TYPE")]
    kind: String,
}

fn main() {}
