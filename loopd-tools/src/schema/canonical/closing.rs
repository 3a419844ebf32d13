//! Closed objects: an unknown key is a mistake that the model has to hear of (case B27), and strict
//! consumers want it said.

use serde_json::Value;

use super::node::{Node, has_type, take};

/// Closes an object that does not say otherwise.
pub(super) fn apply(node: &mut Node) {
    let says = ["additionalProperties", "anyOf", "$ref"];
    if has_type(node, "object") && !says.iter().any(|key| node.contains_key(*key)) {
        node.entry("properties")
            .or_insert_with(|| Value::Object(Node::new()));
        node.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
}

/// That anything else is allowed is said by saying nothing.
pub(super) fn forget_open(node: &mut Node) {
    let open = node.get("additionalProperties").and_then(Value::as_object);
    if open.is_some_and(|open| open.keys().all(|key| key == "description")) {
        take(node, "additionalProperties");
    }
}
