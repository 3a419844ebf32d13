use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[serde(rename_all = "camelCase")]
struct List {
    _3d: bool,
}

fn main() {}
