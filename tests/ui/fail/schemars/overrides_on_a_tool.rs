use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[schemars(rename_all = "camelCase", default)]
struct List {
    #[schemars(rename = "root")]
    path: String,
    #[schemars(default)]
    depth: u32,
}

fn main() {}
