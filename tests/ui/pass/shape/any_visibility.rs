use loopd_tools::Tool;
use serde::Deserialize;

mod inner {
    use super::*;

    /// Adds numbers.
    #[derive(Tool, Deserialize)]
    pub(in super) struct Add {
        pub left: i64,
        pub(crate) right: i64,
        pub(super) more: Vec<i64>,
    }
}

fn main() {
    let add: inner::Add = serde_json::from_str(r#"{"left": 1, "right": 2, "more": []}"#).unwrap();
    assert_eq!(add.left + add.right + add.more.len() as i64, 3);
    assert_eq!(inner::Add::NAME, "add");
}
