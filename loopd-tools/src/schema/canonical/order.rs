//! One order of keys, so that equal schemas are equal bytes (cases A33, E3): declaration order for
//! properties, this order for keywords.

use serde_json::Value;

use super::EXTENSION;
use super::node::{Node, required};

const ORDER: [&str; 29] = [
    "$ref",
    "type",
    "description",
    "enum",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "prefixItems",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "additionalProperties",
    "anyOf",
    "default",
    "examples",
    "deprecated",
    // Others, and then these.
    EXTENSION,
    "$defs",
];

pub(crate) fn apply(node: &mut Node) {
    by_declaration(node);
    let mut entries: Vec<(String, Value)> = std::mem::take(node).into_iter().collect();
    entries.sort_by_cached_key(|(key, _)| (place(key), key.clone()));
    node.extend(entries);
}

fn place(key: &str) -> usize {
    let others = ORDER.len() - 2;
    match ORDER.iter().position(|known| *known == key) {
        Some(place) if place < others => place,
        Some(_) => others + 2,
        None if key.starts_with(EXTENSION) => others + 1,
        None => others,
    }
}

/// `required` in the order of `properties`, and not at all when it is empty: some consumers write
/// arguments in this order.
fn by_declaration(node: &mut Node) {
    let Some(Value::Object(properties)) = node.get("properties") else {
        return;
    };
    let names = required(node);
    let mut ordered: Vec<String> = properties
        .keys()
        .filter(|name| names.contains(&name.as_str()))
        .cloned()
        .collect();
    ordered.extend(
        names
            .iter()
            .filter(|name| !properties.contains_key(**name))
            .map(|&name| name.to_owned()),
    );
    if ordered.is_empty() {
        node.shift_remove("required");
    } else {
        node.insert("required".to_owned(), ordered.into());
    }
}
