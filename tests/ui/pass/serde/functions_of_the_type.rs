use loopd_tools::Tool;
use serde::Deserialize;

/// Lists.
#[derive(Tool, Deserialize)]
struct List {
    #[serde(default = "List::root", skip_serializing_if = "List::is_root")]
    path: String,
}

impl List {
    fn root() -> String {
        "/".to_owned()
    }

    #[allow(dead_code)]
    fn is_root(path: &String) -> bool {
        path == "/"
    }
}

fn main() {
    let list: List = serde_json::from_str("{}").unwrap();
    assert_eq!(list.path, "/");
    assert_eq!(List::schema().parameters["properties"]["path"]["default"], "/");
}
