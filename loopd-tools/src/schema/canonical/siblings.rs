//! What stands beside a union goes into its branches: consumers that meet both read only one of
//! them. So a struct with a flattened enum is a union of whole objects.

use serde_json::Value;

use super::node::{self, Fault, Node, Path, take};
use super::unions::is_annotation;

/// More combinations than this are no schema for a model.
const MOST: usize = 256;
const FIX: &str = "rename one of them, or nest it in a field of its own instead of `flatten`";

pub(super) fn apply(node: &mut Node, path: &Path) -> Result<(), Fault> {
    if let Some(rest) = take(node, "unevaluatedProperties") {
        node.entry("additionalProperties").or_insert(rest);
    }
    let (said, base): (Node, Node) = std::mem::take(node)
        .into_iter()
        .partition(|(key, _)| is_annotation(key) && key != "type");
    *node = said;
    let union = base.contains_key("anyOf") || base.contains_key("allOf");
    let beside = base.keys().any(|key| key != "anyOf" && key != "type");
    if !union || !beside {
        node.extend(base);
        return Ok(());
    }
    let mut whole = expand(base, path)?;
    match whole.len() {
        0 => {
            return Err(Fault::new(
                path,
                "no value fits what is flattened here",
                FIX,
            ));
        }
        1 => {
            for (key, value) in whole.remove(0) {
                node.entry(key).or_insert(value);
            }
        }
        _ => {
            node.insert("type".to_owned(), "object".into());
            node.insert(
                "anyOf".to_owned(),
                whole.into_iter().map(Value::Object).collect(),
            );
        }
    }
    Ok(())
}

/// The whole objects that a node with unions in it allows.
fn expand(mut node: Node, path: &Path) -> Result<Vec<Node>, Fault> {
    let mut factors = Vec::new();
    for key in ["anyOf", "allOf"] {
        let Some(Value::Array(list)) = take(&mut node, key) else {
            continue;
        };
        let mut expanded = Vec::new();
        for member in list {
            let Value::Object(member) = member else {
                continue;
            };
            expanded.push(expand(member, path)?);
        }
        match key {
            "anyOf" => factors.push(expanded.concat()),
            _ => factors.extend(expanded),
        }
    }
    let mut whole = vec![node];
    for factor in factors {
        if whole.len().saturating_mul(factor.len()) > MOST {
            return Err(Fault::new(
                path,
                "too many combinations of flattened enums",
                FIX,
            ));
        }
        let mut next = Vec::new();
        for left in &whole {
            for right in &factor {
                next.extend(both(left, right, path)?);
            }
        }
        whole = next;
    }
    Ok(whole)
}

/// The object that both allow; none if no value can be both.
fn both(left: &Node, right: &Node, path: &Path) -> Result<Option<Node>, Fault> {
    let mut merged = left.clone();
    for (key, value) in right {
        let Some(own) = merged.get(key) else {
            merged.insert(key.clone(), value.clone());
            continue;
        };
        let next = match key.as_str() {
            "type" => match same_type(left, right) {
                Some(name) => name.into(),
                None => return Ok(None),
            },
            "required" => {
                let mut names = node::required(&merged);
                for name in node::required(right) {
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                names.into()
            }
            "properties" => match all_properties(own, value, path)? {
                Some(properties) => properties,
                None => return Ok(None),
            },
            // A map that takes the rest, or a struct that refuses it, beside one that says nothing.
            "additionalProperties" if own == value => continue,
            "description" => match (own.as_str(), value.as_str()) {
                (Some(own), Some(more)) if own != more => format!("{own}\n{more}").into(),
                _ => continue,
            },
            key if is_annotation(key) || own == value => continue,
            key => {
                let message = format!("two things that are flattened here differ in `{key}`");
                return Err(Fault::new(path, message, FIX));
            }
        };
        merged.insert(key.clone(), next);
    }
    Ok(Some(merged))
}

fn same_type(left: &Node, right: &Node) -> Option<String> {
    let right = node::types(right);
    node::types(left)
        .into_iter()
        .find(|name| right.contains(name))
        .map(str::to_owned)
}

fn all_properties(left: &Value, right: &Value, path: &Path) -> Result<Option<Value>, Fault> {
    let (Value::Object(left), Value::Object(right)) = (left, right) else {
        return Ok(None);
    };
    let mut all = left.clone();
    for (name, value) in right {
        match all.get(name) {
            None => {
                all.insert(name.clone(), value.clone());
            }
            Some(own) if own == value => {}
            // Two tags of one name: no value has both.
            Some(own) if own.get("enum").is_some() && value.get("enum").is_some() => {
                return Ok(None);
            }
            Some(_) => {
                let message = format!("`{name}` is declared twice by what is flattened here");
                return Err(Fault::new(path, message, FIX));
            }
        }
    }
    Ok(Some(Value::Object(all)))
}
