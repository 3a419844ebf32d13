use loopd_tools::Tool;
use serde::Deserialize;

/// Adds numbers.
#[derive(Tool, Deserialize)]
struct Add {
    left: i64,
    right: i64,
}

fn main() {
    assert_eq!(Add::NAME, "add");
    let add: Add = serde_json::from_str(r#"{"left": 1, "right": 2}"#).unwrap();
    assert_eq!(add.left + add.right, 3);
}
