//! One keyword for unions, `anyOf`, and one string enum for all variants without data.
//!
//! serde's tags make branches exclusive already; `oneOf` says no more and fewer consumers take it.

use serde_json::Value;

use super::EXTENSION;
use super::node::{self, Node, take};

/// What may stand beside a union and is still said of the whole.
const ANNOTATIONS: [&str; 5] = ["description", "default", "examples", "deprecated", "type"];

pub(super) fn is_annotation(key: &str) -> bool {
    ANNOTATIONS.contains(&key) || key.starts_with(EXTENSION)
}

pub(crate) fn join(node: &mut Node) {
    one_keyword(node);
    let Some(Value::Array(branches)) = take(node, "anyOf") else {
        return;
    };
    let mut branches = merge_words(distinct(spliced(branches)));
    if branches.len() == 1
        && node.keys().all(|key| is_annotation(key))
        && let Some(Value::Object(only)) = branches.pop()
    {
        unwrap(node, only);
        return;
    }
    if let Some(name) = common_type(&branches)
        && !node.contains_key("type")
    {
        node.insert("type".to_owned(), name.into());
    }
    node.insert("anyOf".to_owned(), Value::Array(branches));
}

fn one_keyword(node: &mut Node) {
    let Some(branches) = take(node, "oneOf") else {
        return;
    };
    if node.contains_key("anyOf") {
        let second = Node::from_iter([("anyOf".to_owned(), branches)]);
        if let Value::Array(all) = node.entry("allOf").or_insert(Value::Array(Vec::new())) {
            all.push(Value::Object(second));
        }
    } else {
        node.insert("anyOf".to_owned(), branches);
    }
}

/// A union in a union is one union, unless it says something of itself.
fn spliced(branches: Vec<Value>) -> Vec<Value> {
    let mut flat = Vec::new();
    for branch in branches {
        match branch {
            Value::Object(mut node)
                if node.contains_key("anyOf")
                    && node.keys().all(|key| key == "anyOf" || key == "type") =>
            {
                if let Some(Value::Array(inner)) = take(&mut node, "anyOf") {
                    flat.extend(inner);
                }
            }
            other => flat.push(other),
        }
    }
    flat
}

/// Each branch once, whatever it says of itself.
fn distinct(branches: Vec<Value>) -> Vec<Value> {
    let bare = |branch: &Value| {
        let mut bare = branch.clone();
        if let Value::Object(node) = &mut bare {
            node.retain(|key, _| !is_annotation(key) || key == "type");
        }
        bare
    };
    let mut seen: Vec<Value> = Vec::new();
    let mut kept = Vec::new();
    for branch in branches {
        let bare = bare(&branch);
        if !seen.contains(&bare) {
            seen.push(bare);
            kept.push(branch);
        }
    }
    kept
}

/// The values of a branch that is nothing but strings to choose from.
fn words(branch: &Value) -> Option<Vec<String>> {
    let node = branch.as_object()?;
    let plain = node.keys().all(|key| key == "enum" || is_annotation(key));
    if !plain || node.get("type")?.as_str()? != "string" {
        return None;
    }
    let values = node.get("enum")?.as_array()?;
    values
        .iter()
        .map(|value| value.as_str().map(str::to_owned))
        .collect()
}

/// All string enums as one, in the place of the first, with the variants' documentation in its
/// description.
fn merge_words(branches: Vec<Value>) -> Vec<Value> {
    if branches.iter().filter_map(words).count() < 2 {
        return branches;
    }
    let mut values: Vec<String> = Vec::new();
    let mut lines = Vec::new();
    let mut kept: Vec<Value> = Vec::new();
    let mut place = 0;
    for branch in branches {
        let Some(own) = words(&branch) else {
            kept.push(branch);
            continue;
        };
        if values.is_empty() {
            place = kept.len();
        }
        match branch.get("description").and_then(Value::as_str) {
            // A branch that was merged before has its lines already.
            Some(text) if own.len() > 1 && text.starts_with("- `") => lines.push(text.to_owned()),
            Some(text) => {
                let names: Vec<String> = own.iter().map(|name| format!("`{name}`")).collect();
                let text = text.replace('\n', "\n  ");
                lines.push(format!("- {}: {text}", names.join(", ")));
            }
            None => {}
        }
        values.extend(
            own.into_iter()
                .filter(|value| !values.contains(value))
                .collect::<Vec<_>>(),
        );
    }
    let mut merged = Node::from_iter([("type".to_owned(), "string".into())]);
    if !lines.is_empty() {
        merged.insert("description".to_owned(), lines.join("\n").into());
    }
    merged.insert("enum".to_owned(), values.into());
    kept.insert(place, Value::Object(merged));
    kept
}

/// The only branch of a union stands for the union.
fn unwrap(node: &mut Node, only: Node) {
    take(node, "type");
    for (key, value) in only {
        match (node.get(&key), &value) {
            (Some(Value::String(own)), Value::String(more))
                if key == "description" && own != more =>
            {
                // The variants' lines go below what the place of use says; other texts give way to it.
                if let Some(lines) = variant_lines(more) {
                    let text = format!("{own}\n\n{lines}");
                    node.insert(key, text.into());
                }
            }
            (Some(_), _) => {}
            (None, _) => {
                node.insert(key, value);
            }
        }
    }
}

/// The variants' lines in the description of a string enum: all of it, or what stands below the
/// type's own words.
fn variant_lines(description: &str) -> Option<&str> {
    if description.starts_with("- `") {
        return Some(description);
    }
    let (_, lines) = description.split_once("\n\n- `")?;
    Some(&description[description.len() - lines.len() - "- `".len()..])
}

/// The type that all branches have.
fn common_type(branches: &[Value]) -> Option<String> {
    let mut common = None;
    for branch in branches {
        let node = branch.as_object()?;
        let [name] = node::types(node)[..] else {
            return None;
        };
        if common.is_some_and(|common| common != name) {
            return None;
        }
        common = Some(name);
    }
    common.map(str::to_owned)
}
