use loopd_tools::Tool;
use serde::Deserialize;

/// Lists.
#[derive(Tool, Deserialize)]
#[serde(default)]
struct List {
    path: String,
    depth: u32,
}

impl Default for List {
    fn default() -> Self {
        Self { path: ".".to_owned(), depth: 3 }
    }
}

fn main() {
    let list: List = serde_json::from_str("{}").unwrap();
    assert_eq!((&*list.path, list.depth), (".", 3));
    let parameters = List::schema().parameters;
    assert_eq!(parameters["properties"]["depth"]["default"], 3);
    assert!(parameters.get("required").is_none());
}
