//! What a strict schema costs of a consumer's budgets.

use serde_json::Value;

use crate::schema::canonical::node::{self, Node, children, has_type, types};

/// Counts over one schema.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) properties: usize,
    /// Properties that are not required.
    pub(super) optional: usize,
    /// Levels of objects and lists, the root one of them.
    pub(super) levels: usize,
    /// Characters of names of properties and definitions and of enum values.
    pub(super) characters: usize,
    pub(super) enum_values: usize,
    /// Nodes with `anyOf` or with more than one type.
    pub(super) unions: usize,
}

pub(super) fn cost(root: &Node) -> Cost {
    let mut root = root.clone();
    let mut cost = Cost {
        levels: levels(&mut root),
        ..Cost::default()
    };
    node::every(&mut root, &mut |node| {
        if let Some(Value::Object(properties)) = node.get("properties") {
            let required = node::required(node);
            cost.properties += properties.len();
            cost.optional += properties
                .keys()
                .filter(|name| !required.contains(&name.as_str()))
                .count();
            cost.characters += properties
                .keys()
                .map(|name| name.chars().count())
                .sum::<usize>();
        }
        if let Some(Value::Object(definitions)) = node.get("$defs") {
            cost.characters += definitions
                .keys()
                .map(|name| name.chars().count())
                .sum::<usize>();
        }
        if let Some(Value::Array(values)) = node.get("enum") {
            cost.enum_values += values.len();
            cost.characters += characters(values);
        }
        if node.contains_key("anyOf") || types(node).len() > 1 {
            cost.unions += 1;
        }
    });
    cost
}

/// The characters of an enum's strings.
pub(super) fn characters(values: &[Value]) -> usize {
    values
        .iter()
        .filter_map(Value::as_str)
        .map(|text| text.chars().count())
        .sum()
}

fn levels(node: &mut Node) -> usize {
    let own = usize::from(has_type(node, "object") || has_type(node, "array"));
    let below = children(node)
        .into_iter()
        .filter_map(|(_, value)| value.as_object_mut())
        .map(levels)
        .max()
        .unwrap_or_default();
    own + below
}
