use loopd_tools::Tool;
use serde::Deserialize;

const MOST: u32 = 9;

/// Lists.
#[derive(Tool, Deserialize)]
struct List {
    #[schemars(range(min = 1, max = MOST), description = "How deep.")]
    depth: u32,
    #[schemars(length(min = 1), pattern("^[a-z]+$"))]
    path: String,
    #[serde(default)]
    #[schemars(skip)]
    hidden: bool,
}

fn main() {
    let parameters = List::schema().parameters;
    assert_eq!(parameters["properties"]["depth"]["maximum"], 9);
    assert_eq!(parameters["properties"]["depth"]["description"], "How deep.");
    assert_eq!(parameters["properties"]["path"]["minLength"], 1);
    assert!(parameters["properties"].get("hidden").is_none());
    let _ = |list: List| (list.depth, list.path, list.hidden);
}
