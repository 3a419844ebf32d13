//! The root: an object with `properties`, always (cases A1, A2, A3), and no name of its own (A24,
//! C12).

use serde_json::{Map, Value};

use super::Closing;
use super::node::{self, Fault, Node, Path, Step, take};

const FIX: &str = "put it into a field of a struct";

/// The tool has its name and its description already.
pub(super) fn forget_name(root: &mut Node) {
    for key in ["$schema", "title", "description"] {
        take(root, key);
    }
}

pub(super) fn apply(root: &mut Node, closing: Closing) -> Result<(), Fault> {
    forget_name(root);
    take(root, "default");
    take(root, "deprecated");
    refer(root);
    if node::is_null(root) {
        // A unit struct takes no arguments.
        root.insert("type".to_owned(), "object".into());
        if closing == Closing::Everywhere {
            root.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
    } else if root.keys().all(|key| key == "$defs") {
        // Any value at all: of those, arguments are the objects.
        root.insert("type".to_owned(), "object".into());
    }
    if let Some(Value::Array(branches)) = root.get("anyOf") {
        let merged = merged(branches)?;
        root.extend(merged);
    }
    if root.get("type").and_then(Value::as_str) != Some("object") {
        let message = format!("arguments are an object, and this is {}", kind(root));
        return Err(Fault::new(&Path::default(), message, FIX));
    }
    root.entry("properties")
        .or_insert_with(|| Value::Object(Map::new()));
    Ok(())
}

fn kind(root: &Node) -> String {
    match node::types(root).as_slice() {
        [] => "a choice of several".to_owned(),
        types => format!("of type {}", types.join(" or ")),
    }
}

/// A root that is a reference is what it refers to.
fn refer(root: &mut Node) {
    let name = root
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|to| to.strip_prefix("#/$defs/"));
    let target = name.and_then(|name| root.get("$defs")?.get(name)?.as_object().cloned());
    if let Some(target) = target {
        take(root, "$ref");
        root.extend(target);
    }
}

/// One object that allows at least what the branches allow, for consumers that take no union at the
/// root (case A9). The branches stay beside it and are exact.
fn merged(branches: &[Value]) -> Result<Node, Fault> {
    let mut properties: Vec<(String, Value)> = Vec::new();
    let mut required: Option<Vec<&str>> = None;
    let mut rest: Option<Option<&Value>> = None;
    for (place, branch) in branches.iter().enumerate() {
        let object = branch
            .as_object()
            .filter(|branch| node::has_type(branch, "object"));
        let Some(object) = object else {
            let name = branch.as_object().map_or_else(String::new, kind);
            let message = format!("arguments are an object, and one choice is {name}");
            return Err(
                Path::default().with(Step::Branch(place), |path| Fault::new(path, message, FIX))
            );
        };
        if let Some(Value::Object(own)) = object.get("properties") {
            merge(&mut properties, own);
        }
        let own = node::required(object);
        required = Some(match required {
            Some(common) => common
                .into_iter()
                .filter(|name| own.contains(name))
                .collect(),
            None => own,
        });
        let own = object.get("additionalProperties");
        rest = Some(match rest {
            Some(common) if common == own => common,
            Some(_) => None,
            None => own,
        });
    }
    let mut merged = Node::from_iter([("type".to_owned(), "object".into())]);
    merged.insert("properties".to_owned(), properties.into_iter().collect());
    merged.insert("required".to_owned(), required.unwrap_or_default().into());
    if let Some(Some(rest)) = rest {
        merged.insert("additionalProperties".to_owned(), rest.clone());
    }
    Ok(merged)
}

/// Adds a branch's properties, each new one before the next of the branch that is there already, so
/// that all branches keep their order.
fn merge(all: &mut Vec<(String, Value)>, own: &Node) {
    let mut end = all.len();
    for (name, schema) in own.iter().rev() {
        match all.iter().position(|(known, _)| known == name) {
            Some(place) => {
                either(&mut all[place].1, schema);
                end = place;
            }
            None => all.insert(end, (name.clone(), schema.clone())),
        }
    }
}

/// Makes `schema` allow what `other` allows as well.
fn either(schema: &mut Value, other: &Value) {
    if schema == other {
        return;
    }
    let words = |schema: &Value| {
        let values = schema.get("enum")?.as_array()?.clone();
        (schema.get("type")?.as_str()? == "string").then_some(values)
    };
    if let (Some(mut values), Some(more)) = (words(schema), words(other)) {
        values.extend(
            more.into_iter()
                .filter(|value| !values.contains(value))
                .collect::<Vec<_>>(),
        );
        if let Value::Object(node) = schema {
            node.insert("enum".to_owned(), Value::Array(values));
        }
        return;
    }
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        if !branches.contains(other) {
            branches.push(other.clone());
        }
        return;
    }
    let branches = vec![schema.take(), other.clone()];
    *schema = Value::Object(Node::from_iter([(
        "anyOf".to_owned(),
        Value::Array(branches),
    )]));
}
