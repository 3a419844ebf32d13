//! The shapes that consumers say differently: what may be `null`, tuples, unions and open values.

use serde_json::{Value, json};

use super::rules::{Beside, Null, OpenObject, OpenValue, Rules, Tuple};
use crate::schema::canonical;
use crate::schema::canonical::node::{Node, has_type, is_null, say, take, types};

const TYPES: [&str; 6] = ["string", "number", "boolean", "object", "array", "null"];

/// What has to be seen before the children of a node are done: which of its branches are `null`.
pub(super) fn prepare(node: &mut Node, rules: &Rules) {
    if rules.null == Null::Nullable
        && let Some(Value::Array(branches)) = node.get_mut("anyOf")
    {
        let null = |branch: &Value| branch.as_object().is_some_and(is_null);
        let before = branches.len();
        if !branches.iter().all(null) {
            branches.retain(|branch| !null(branch));
        }
        if branches.len() < before {
            node.insert("nullable".to_owned(), Value::Bool(true));
        }
    }
}

/// Brings one node, whose children are done, into the consumer's shapes.
pub(super) fn apply(node: &mut Node, rules: &Rules) {
    open_value(node, rules.open_value);
    open_object(node, rules.open_object);
    tuple(node, rules.tuple);
    match rules.null {
        Null::TypeList => {}
        Null::Branch => null_branch(node),
        Null::Nullable => nullable(node),
    }
    // A branch can have become a union itself.
    canonical::join_unions(node);
    beside(node, rules.union_beside);
}

/// Whether a node says nothing of its value's type.
pub(super) fn is_open(node: &Node) -> bool {
    !["type", "enum", "anyOf", "$ref", "oneOf", "allOf", "const"]
        .iter()
        .any(|key| node.contains_key(*key))
}

fn open_value(node: &mut Node, rule: OpenValue) {
    if rule == OpenValue::AllTypes && is_open(node) {
        node.insert("type".to_owned(), json!(TYPES));
    }
}

fn open_object(node: &mut Node, rule: OpenObject) {
    let says_rest = node.contains_key("additionalProperties");
    let unions = node.contains_key("anyOf");
    if rule == OpenObject::Said
        && has_type(node, "object")
        && node.contains_key("properties")
        && !says_rest
        && !unions
    {
        node.insert("additionalProperties".to_owned(), Value::Bool(true));
    }
}

fn tuple(node: &mut Node, rule: Tuple) {
    // `Tuple::Items` is left to the list of keywords, which puts the places in words.
    if rule == Tuple::Places && node.contains_key("prefixItems") {
        take(node, "items");
    }
}

/// `null` as a branch of a union.
fn null_branch(node: &mut Node) {
    let names: Vec<String> = types(node).into_iter().map(str::to_owned).collect();
    if names.len() < 2 {
        return;
    }
    let description = take(node, "description");
    let whole = std::mem::take(node);
    let mut branches = Vec::new();
    for name in names {
        let mut branch = if name == "null" {
            Node::new()
        } else {
            whole.clone()
        };
        branch.insert("type".to_owned(), name.as_str().into());
        if name != "null"
            && let Some(Value::Array(values)) = branch.get_mut("enum")
        {
            values.retain(|value| !value.is_null());
        }
        branches.push(Value::Object(branch));
    }
    if let Some(description) = description {
        node.insert("description".to_owned(), description);
    }
    node.insert("anyOf".to_owned(), Value::Array(branches));
}

/// `null` as the `nullable` of `OpenAPI`.
fn nullable(node: &mut Node) {
    let yes = Value::Bool(true);
    if is_null(node) {
        // There is no type for `null` alone.
        node.insert("type".to_owned(), "string".into());
        node.insert("nullable".to_owned(), yes);
        say(node, "Always null.");
        return;
    }
    if has_type(node, "null") {
        node.insert("nullable".to_owned(), yes.clone());
        if let Some(Value::Array(values)) = node.get_mut("enum") {
            values.retain(|value| !value.is_null());
        }
    }
    let others: Vec<String> = types(node)
        .into_iter()
        .filter(|name| *name != "null")
        .map(str::to_owned)
        .collect();
    match others.as_slice() {
        [] => {}
        [one] => {
            let one = one.as_str().into();
            node.insert("type".to_owned(), one);
        }
        // More than one type has no place but a union.
        _ => {
            let whole = std::mem::take(node);
            let mut said = Node::new();
            for key in ["description", "nullable"] {
                said.extend(whole.get(key).map(|value| (key.to_owned(), value.clone())));
            }
            let branches = others.iter().map(|name| {
                let mut branch = whole.clone();
                branch.retain(|key, _| !said.contains_key(key));
                branch.insert("type".to_owned(), name.as_str().into());
                Value::Object(branch)
            });
            let branches = branches.collect();
            *node = said;
            node.insert("anyOf".to_owned(), branches);
        }
    }
    if let Some(nullable) = take(node, "nullable") {
        match node.get_mut("anyOf") {
            // Nothing stands beside a union, and one nullable branch is enough.
            Some(Value::Array(branches)) => {
                if let Some(Value::Object(first)) = branches.first_mut() {
                    first.insert("nullable".to_owned(), nullable);
                }
            }
            _ => {
                node.insert("nullable".to_owned(), nullable);
            }
        }
    }
}

fn beside(node: &mut Node, rule: Beside) {
    if !node.contains_key("anyOf") || node.contains_key("properties") {
        return;
    }
    if rule != Beside::All {
        take(node, "type");
    }
    if rule == Beside::Nothing {
        let own = take(node, "description");
        if let (Some(Value::String(own)), Some(Value::Array(branches))) =
            (own, node.get_mut("anyOf"))
        {
            for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
                let text = match branch.get("description").and_then(Value::as_str) {
                    Some(more) => format!("{own}\n{more}"),
                    None => own.clone(),
                };
                branch.insert("description".to_owned(), text.into());
            }
        }
        only_branch(node);
    }
}

/// A union of one is what it holds.
fn only_branch(node: &mut Node) {
    let only = match node.get("anyOf") {
        Some(Value::Array(branches)) if branches.len() == 1 => branches[0].as_object().cloned(),
        _ => None,
    };
    if let Some(only) = only {
        *node = only;
    }
}
