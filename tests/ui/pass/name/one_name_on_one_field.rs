use loopd_tools::Tool;
use serde::Deserialize;

/// Lists.
#[derive(Tool, Deserialize)]
struct List {
    #[serde(alias = "path", alias = "root", rename = "path")]
    directory: String,
    #[serde(skip, rename = "path")]
    cached: String,
}

fn main() {
    let list: List = serde_json::from_str(r#"{"root": "x"}"#).unwrap();
    assert!(list.directory == "x" && list.cached.is_empty());
    assert_eq!(List::schema().parameters["required"].to_string(), r#"["path"]"#);
}
