//! What `strict` asks for: nothing left open, and every property required.

use serde_json::{Value, json};

use super::check::{Finding, Severity};
use super::references::unroll;
use super::rules::Strict;
use super::shapes::is_open;
use crate::schema::canonical::node::{self, Node, Path, has_type, take};

/// Why a schema can't be strict.
pub(super) fn obstacles(tool: &str, root: &Node, strict: &Strict) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut add = |path: &Path, rule: &'static str, message: &str| {
        found.push(Finding {
            tool: tool.to_owned(),
            path: path.to_string(),
            rule,
            message: message.to_owned(),
            severity: Severity::Advice,
        });
    };
    let mut root = root.clone();
    // Foreign schemas alone hold anything that keeps this from succeeding.
    let _ = node::bottom_up(&mut root, &mut Path::default(), &mut |node, path| {
        if is_open(node) {
            add(path, "open_value", "a value of any type can't be strict");
        }
        let is_object = has_type(node, "object") && !node.contains_key("anyOf");
        if is_object && node.get("additionalProperties") != Some(&Value::Bool(false)) {
            add(
                path,
                "open_object",
                "an object that takes any key can't be strict",
            );
        }
        Ok(())
    });
    if !strict.recursion && !unroll(&mut root).is_empty() {
        add(
            &Path::default(),
            "recursion",
            "a type that holds itself can't be strict",
        );
    }
    found
}

/// Makes every property required, and those that were not nullable.
pub(super) fn require_all(node: &mut Node) {
    let required: Vec<String> = node::required(node)
        .into_iter()
        .map(str::to_owned)
        .collect();
    let Some(Value::Object(properties)) = node.get_mut("properties") else {
        return;
    };
    for (name, property) in properties.iter_mut() {
        if let Value::Object(property) = property
            && !required.contains(name)
        {
            allow_null(property);
        }
    }
    let all: Vec<String> = properties.keys().cloned().collect();
    node.insert("required".to_owned(), all.into());
}

fn allow_null(node: &mut Node) {
    let null = json!({"type": "null"});
    if let Some(Value::Array(branches)) = node.get_mut("anyOf") {
        if !branches.contains(&null) {
            branches.push(null);
        }
        return;
    }
    if node.contains_key("$ref") {
        let reference = Value::Object(std::mem::take(node));
        node.insert("anyOf".to_owned(), Value::Array(vec![reference, null]));
        return;
    }
    if has_type(node, "null") {
        return;
    }
    let mut types: Vec<Value> = match take(node, "type") {
        Some(Value::Array(types)) => types,
        Some(one) => vec![one],
        None => return,
    };
    types.push("null".into());
    node.insert("type".to_owned(), types.into());
    if let Some(Value::Array(values)) = node.get_mut("enum") {
        values.push(Value::Null);
    }
}
