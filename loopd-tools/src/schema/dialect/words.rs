//! What a schema says, in words: for descriptions, where a consumer does not take the keyword.

use serde_json::Value;

use crate::schema::canonical::node::{Node, required, types};
use crate::schema::canonical::{SIGNED_KEYS, UNSIGNED_KEYS};

/// The sentence for one keyword of a node; none where the keyword says nothing to a reader.
pub(super) fn sentence(keyword: &str, value: &Value) -> Option<String> {
    let text = match keyword {
        "minimum" => format!("At least {value}."),
        "exclusiveMinimum" => format!("More than {value}."),
        "maximum" => format!("At most {value}."),
        "exclusiveMaximum" => format!("Less than {value}."),
        "multipleOf" => format!("A multiple of {value}."),
        "minLength" => format!("At least {}.", count(value, "character")),
        "maxLength" => format!("At most {}.", count(value, "character")),
        "minItems" => format!("At least {}.", count(value, "item")),
        "maxItems" => format!("At most {}.", count(value, "item")),
        "minProperties" => format!("At least {}.", count(value, "key")),
        "maxProperties" => format!("At most {}.", count(value, "key")),
        "pattern" => format!("Matches the regular expression {}.", text(value)),
        "format" => format!("Format: {}.", text(value)),
        "enum" => format!("One of {}.", alternatives(value)?),
        "prefixItems" => format!("In this order: {}.", list(value)?),
        "propertyNames" => keys(value)?,
        "additionalProperties" => format!("Any keys; each value is {}.", shape(value.as_object()?)),
        "required" => format!("Required: {}.", names(value)?),
        "anyOf" => format!("Fits one of these: {}.", list(value)?),
        "default" => format!("Default: {value}."),
        "examples" => format!("For example: {}.", alternatives(value)?),
        "deprecated" => "Deprecated.".to_owned(),
        // `items` and `type` are taken by all; what is left is foreign, and said as it is.
        "$defs" | "$schema" | "$id" | "$comment" | "title" | "nullable" | "properties" => {
            return None;
        }
        _ => format!("{keyword}: {value}."),
    };
    // One line, so that it is found again.
    Some(text.replace('\n', " "))
}

fn count(value: &Value, what: &str) -> String {
    let plural = if value.as_u64() == Some(1) { "" } else { "s" };
    format!("{value} {what}{plural}")
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn alternatives(values: &Value) -> Option<String> {
    let values: Vec<String> = values.as_array()?.iter().map(Value::to_string).collect();
    Some(values.join(", "))
}

fn names(values: &Value) -> Option<String> {
    let names: Vec<&str> = values
        .as_array()?
        .iter()
        .filter_map(Value::as_str)
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}

fn list(schemas: &Value) -> Option<String> {
    let shapes: Vec<String> = schemas
        .as_array()?
        .iter()
        .filter_map(Value::as_object)
        .map(shape)
        .collect();
    Some(shapes.join("; "))
}

fn keys(schema: &Value) -> Option<String> {
    match schema.get("pattern").and_then(Value::as_str) {
        Some(SIGNED_KEYS) => Some("Each key is a whole number.".to_owned()),
        Some(UNSIGNED_KEYS) => Some("Each key is a whole number and not negative.".to_owned()),
        Some(pattern) => Some(format!(
            "Each key matches the regular expression {pattern}."
        )),
        None => Some(format!("Each key is {}.", shape(schema.as_object()?))),
    }
}

/// A schema in a few words, such as `{start: integer, end?: integer}`.
pub(super) fn shape(node: &Node) -> String {
    if let Some(Value::Array(values)) = node.get("enum") {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        return values.join(" | ");
    }
    if let Some(Value::Array(branches)) = node.get("anyOf") {
        let shapes: Vec<String> = branches
            .iter()
            .filter_map(Value::as_object)
            .map(shape)
            .collect();
        return shapes.join(" | ");
    }
    if let Some(name) = node.get("$ref").and_then(Value::as_str) {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    let of_type = |name: &str| match name {
        "object" => object(node),
        "array" => match node.get("items").and_then(Value::as_object) {
            Some(items) => format!("[{}]", shape(items)),
            None => "array".to_owned(),
        },
        name => name.to_owned(),
    };
    let types = types(node);
    if types.is_empty() {
        return "any value".to_owned();
    }
    types
        .into_iter()
        .map(of_type)
        .collect::<Vec<_>>()
        .join(" | ")
}

fn object(node: &Node) -> String {
    let required = required(node);
    let mut fields: Vec<String> = Vec::new();
    if let Some(Value::Object(properties)) = node.get("properties") {
        for (name, schema) in properties {
            let mark = if required.contains(&name.as_str()) {
                ""
            } else {
                "?"
            };
            let shape = schema
                .as_object()
                .map_or_else(|| "any value".to_owned(), shape);
            fields.push(format!("{name}{mark}: {shape}"));
        }
    }
    match node.get("additionalProperties") {
        Some(Value::Object(values)) => fields.push(format!("any key: {}", shape(values))),
        None if fields.is_empty() => return "object".to_owned(),
        _ => {}
    }
    format!("{{{}}}", fields.join(", "))
}
