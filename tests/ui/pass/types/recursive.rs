use loopd_tools::{JsonSchema, Tool};
use serde::Deserialize;

/// Makes a tree.
#[derive(Tool, Deserialize)]
struct Tree {
    label: String,
    children: Vec<Tree>,
    parent: Option<Box<Self>>,
    leaf: Option<Box<Leaf>>,
}

#[derive(JsonSchema, Deserialize)]
enum Leaf {
    Green,
    Under(Box<Leaf>),
}

fn main() {
    let tree: Tree =
        serde_json::from_str(r#"{"label": "a", "children": [], "leaf": {"Under": "Green"}}"#).unwrap();
    assert!(matches!(tree.leaf.as_deref(), Some(Leaf::Under(leaf)) if matches!(**leaf, Leaf::Green)));
    assert!(tree.label == "a" && tree.children.is_empty() && tree.parent.is_none());
    assert!(Tree::schema().parameters["$defs"]["Tree"].is_object());
}
