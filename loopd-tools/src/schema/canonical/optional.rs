//! An optional field is its type and not required (cases A12, C6): what may be absent need not be
//! `null` as well, and the decoder reads a `null` there as absent.

use serde_json::Value;

use super::node::{self, Node};

pub(super) fn apply(node: &mut Node) {
    let required: Vec<String> = node::required(node)
        .into_iter()
        .map(str::to_owned)
        .collect();
    if let Some(Value::Object(properties)) = node.get_mut("properties") {
        for (name, property) in properties {
            if let Value::Object(property) = property
                && !required.contains(name)
            {
                without_null(property);
            }
        }
    }
}

/// Takes `null` out of what the node allows, unless nothing else is left.
fn without_null(node: &mut Node) {
    if let Some(Value::Array(branches)) = node.get_mut("anyOf") {
        let is_null = |branch: &Value| branch.as_object().is_some_and(node::is_null);
        if !branches.iter().all(is_null) {
            branches.retain(|branch| !is_null(branch));
        }
        branches
            .iter_mut()
            .filter_map(Value::as_object_mut)
            .for_each(without_null);
    }
    if let Some(Value::Array(types)) = node.get_mut("type") {
        types.retain(|name| name != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            node.insert("type".to_owned(), one);
        }
        if let Some(Value::Array(values)) = node.get_mut("enum") {
            values.retain(|value| !value.is_null());
        }
    }
}
