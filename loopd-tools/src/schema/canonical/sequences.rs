//! `items` on every list (case A10), tuples with it, and sets in words (case A26): serde reads a set
//! with repeated items, and few consumers know `uniqueItems`.

use serde_json::{Value, json};

use super::node::{Node, has_type, say, take};

pub(super) fn apply(node: &mut Node) {
    if !has_type(node, "array") {
        return;
    }
    if take(node, "uniqueItems") == Some(Value::Bool(true)) {
        say(node, "Each item once.");
    }
    if let Some(Value::Array(places)) = take(node, "prefixItems") {
        tuple(node, places);
    }
    node.entry("items")
        .or_insert_with(|| json!({"description": "Any JSON value."}));
}

/// A tuple of one type is a list of a fixed length. Any other keeps its places and says beside them
/// what can be an item at all, for consumers that do not know places.
fn tuple(node: &mut Node, places: Vec<Value>) {
    let mut kinds: Vec<Value> = Vec::new();
    for place in &places {
        if !kinds.contains(place) {
            kinds.push(place.clone());
        }
    }
    let exact = [node.get("minItems"), node.get("maxItems")]
        .iter()
        .all(|count| count.and_then(Value::as_u64) == u64::try_from(places.len()).ok());
    if kinds.len() == 1 && exact {
        node.insert("items".to_owned(), kinds.remove(0));
        return;
    }
    node.entry("items")
        .or_insert_with(|| json!({"anyOf": kinds}));
    node.insert("prefixItems".to_owned(), Value::Array(places));
}
