//! What has changed in a tool since it was approved.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::schema::ToolSchema;

/// What has changed from `old` to `new`, a line each.
pub(super) fn changes(old: &ToolSchema, new: &ToolSchema) -> Vec<String> {
    let mut lines = Vec::new();
    if old.name != new.name {
        lines.push(format!("the name was `{}`", old.name));
    }
    if old.description != new.description {
        lines.push(format!("the description was {:?}", old.description));
        lines.push(format!("the description is now {:?}", new.description));
    }
    let before = lines.len();
    parameters(&old.parameters, &new.parameters, &mut lines);
    if lines.len() == before && old.parameters != new.parameters {
        lines.push("the parameters have other rules".to_owned());
    }
    lines
}

fn parameters(old: &Value, new: &Value, lines: &mut Vec<String>) {
    let empty = Map::new();
    let properties = |schema: &Value| {
        let properties = schema.get("properties").and_then(Value::as_object);
        properties.unwrap_or(&empty).clone()
    };
    let (was, is) = (properties(old), properties(new));
    for (name, schema) in &is {
        match was.get(name) {
            None => lines.push(format!("parameter `{name}` is new")),
            Some(old) if old != schema => lines.push(format!("parameter `{name}` has changed")),
            Some(_) => {}
        }
    }
    let gone = was.keys().filter(|name| !is.contains_key(*name));
    lines.extend(gone.map(|name| format!("parameter `{name}` is gone")));
    let (must, must_now) = (required(old), required(new));
    let newly = must_now.difference(&must);
    lines.extend(newly.map(|name| format!("parameter `{name}` is required now")));
    let no_more = must
        .difference(&must_now)
        .filter(|name| is.contains_key(**name));
    lines.extend(no_more.map(|name| format!("parameter `{name}` is no longer required")));
}

fn required(schema: &Value) -> BTreeSet<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}
