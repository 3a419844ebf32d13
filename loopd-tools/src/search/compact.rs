//! A schema in few words: a line for the tool and one for each parameter.

use std::fmt::Write;

use serde_json::{Map, Value};

use crate::schema::ToolSchema;

/// How deep types are spelt out; deeper ones are shown as JSON.
const DEPTH: usize = 4;

/// `name: description`, then `  parameter (type, required): description` for each parameter.
///
/// Nothing is left out: a keyword that has no short form is shown as JSON.
pub(super) fn compact(schema: &ToolSchema) -> String {
    let mut text = format!("{}: {}", schema.name, one_line(&schema.description));
    let empty = Map::new();
    let parameters = schema.parameters.as_object().unwrap_or(&empty);
    let properties = parameters.get("properties").and_then(Value::as_object);
    for (name, property) in properties.unwrap_or(&empty) {
        let need = if is_required(parameters, name) {
            ", required"
        } else {
            ""
        };
        let _ = write!(text, "\n  {name} ({}{need})", type_of(property, 0));
        if let Some(said) = property.get("description").and_then(Value::as_str) {
            let _ = write!(text, ": {}", one_line(said));
        }
    }
    let plain = [
        "type",
        "properties",
        "required",
        "additionalProperties",
        "$schema",
        "title",
    ];
    let rest: Map<String, Value> = parameters
        .iter()
        .filter(|(key, value)| {
            !plain.contains(&key.as_str())
                || (*key == "additionalProperties" && !value.is_boolean())
        })
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    if !rest.is_empty() {
        let _ = write!(text, "\n  and: {}", Value::Object(rest));
    }
    text
}

/// A type in the way of a type script: `string`, `list of integer`, `{start: integer, end?: integer}`.
fn type_of(schema: &Value, depth: usize) -> String {
    let Some(schema) = schema.as_object() else {
        return "any".to_owned();
    };
    if depth >= DEPTH {
        return Value::Object(schema.clone()).to_string();
    }
    let mut text = match (
        schema.get("type"),
        schema.get("properties"),
        schema.get("items"),
    ) {
        (_, Some(Value::Object(properties)), _) => fields(schema, properties, depth),
        (Some(Value::String(kind)), _, Some(items)) if kind == "array" => {
            format!("list of {}", type_of(items, depth + 1))
        }
        (Some(Value::String(kind)), ..) => kind.clone(),
        (Some(kind), ..) => kind.to_string(),
        (None, ..) => String::new(),
    };
    for (key, value) in schema {
        let said = [
            "type",
            "properties",
            "required",
            "items",
            "description",
            "title",
        ];
        let closed = key == "additionalProperties" && value == &Value::Bool(false);
        if said.contains(&key.as_str()) || closed {
            continue;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        let _ = match (key.as_str(), value.as_array()) {
            ("enum", Some(values)) => write!(text, "{}", alternatives(values)),
            _ => write!(text, "{key}={value}"),
        };
    }
    if text.is_empty() {
        "any".to_owned()
    } else {
        text
    }
}

fn fields(schema: &Map<String, Value>, properties: &Map<String, Value>, depth: usize) -> String {
    let fields: Vec<String> = properties
        .iter()
        .map(|(name, property)| {
            let mark = if is_required(schema, name) { "" } else { "?" };
            let mut field = format!("{name}{mark}: {}", type_of(property, depth + 1));
            if let Some(said) = property.get("description").and_then(Value::as_str) {
                let _ = write!(field, " /* {} */", one_line(said));
            }
            field
        })
        .collect();
    format!("{{{}}}", fields.join(", "))
}

fn alternatives(values: &[Value]) -> String {
    let values: Vec<String> = values.iter().map(Value::to_string).collect();
    format!("one of {}", values.join("|"))
}

fn is_required(schema: &Map<String, Value>, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|known| known == name))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
