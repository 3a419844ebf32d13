//! Documentation as it was written, under one keyword.

use serde_json::Value;

use super::EXTENSION;
use super::node::{Node, take};
use crate::docs::doc;

pub(super) fn apply(node: &mut Node) {
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = node.get_mut(keyword) {
            branches
                .iter_mut()
                .filter_map(Value::as_object_mut)
                .for_each(variant);
        }
    }
    for keyword in ["$comment", "readOnly", "writeOnly"] {
        // Said of the reader of a value; arguments have one reader.
        take(node, keyword);
    }
    let title = take(node, "title");
    let description = take(node, "description");
    let text = |value: Option<Value>| {
        value
            .as_ref()
            .and_then(Value::as_str)
            .map(|text| doc(&[text]))
    };
    // A heading that schemars took from the documentation goes back to it.
    let text = [text(title), text(description)]
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n");
    if !text.is_empty() {
        node.insert("description".to_owned(), text.into());
    }
}

/// A branch's title is the variant's name, which error texts want.
fn variant(branch: &mut Node) {
    if let Some(title) = take(branch, "title") {
        branch.entry(format!("{EXTENSION}variant")).or_insert(title);
    }
}
