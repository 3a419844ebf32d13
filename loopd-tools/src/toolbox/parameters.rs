//! Whether parameters are a schema that a model can be given.

use serde_json::{Map, Value};

/// The names of types in JSON Schema 2020-12, section 6.1.1 of its validation part.
const TYPES: [&str; 7] = [
    "array", "boolean", "integer", "null", "number", "object", "string",
];

/// How deep subschemas may stand in each other: deeper than any model follows.
const DEEPEST: usize = 64;

/// What is wrong with the parameters, and where: what every consumer refuses, and with it the whole
/// request that the tool is in.
pub(super) fn check(parameters: &Value) -> Result<(), String> {
    let Some(root) = parameters.as_object() else {
        return Err(
            "the parameters are no JSON object; write `{\"type\":\"object\",\
                    \"properties\":{}}` for none"
                .to_owned(),
        );
    };
    if root.get("type").and_then(Value::as_str) != Some("object") {
        return Err("the parameters need `\"type\":\"object\"` at their root".to_owned());
    }
    if !root.get("properties").is_some_and(Value::is_object) {
        return Err("the parameters need `\"properties\"`, an object, at their root".to_owned());
    }
    node(parameters, parameters, "", 0)
}

fn node(schema: &Value, root: &Value, path: &str, depth: usize) -> Result<(), String> {
    let at = |keyword: &str| match path {
        "" => format!("`{keyword}`"),
        path => format!("{path}: `{keyword}`"),
    };
    let schema = match schema {
        Value::Object(schema) => schema,
        Value::Bool(_) => return Ok(()),
        other => return Err(format!("{path}: {other} is no schema")),
    };
    if depth == DEEPEST {
        return Err(format!(
            "{path}: schemas stand deeper in each other than {DEEPEST}"
        ));
    }
    if let Some(kinds) = schema.get("type")
        && !types(kinds)
    {
        let known = TYPES.join(", ");
        return Err(format!(
            "{} is {kinds}; it can be {known}, or a list of these",
            at("type")
        ));
    }
    if let Some(names) = schema.get("required")
        && !names
            .as_array()
            .is_some_and(|names| names.iter().all(Value::is_string))
    {
        return Err(format!("{} is no list of names", at("required")));
    }
    if schema.get("enum").is_some_and(|values| !values.is_array()) {
        return Err(format!("{} is no list of values", at("enum")));
    }
    if let Some(reference) = schema.get("$ref")
        && !leads_somewhere(reference, root)
    {
        return Err(format!(
            "{} is {reference}, which is nowhere in the schema",
            at("$ref")
        ));
    }
    below(schema, root, path, depth)
}

/// All schemas in a schema.
fn below(
    schema: &Map<String, Value>,
    root: &Value,
    path: &str,
    depth: usize,
) -> Result<(), String> {
    let step = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    for keyword in ["properties", "patternProperties", "$defs", "definitions"] {
        match schema.get(keyword) {
            None => {}
            Some(Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    node(schema, root, &step(name), depth + 1)?;
                }
            }
            Some(_) => return Err(format!("{}: it is no object", step(keyword))),
        }
    }
    for keyword in [
        "items",
        "additionalProperties",
        "propertyNames",
        "contains",
        "not",
    ] {
        if let Some(schema) = schema.get(keyword) {
            node(schema, root, &step(keyword), depth + 1)?;
        }
    }
    for keyword in ["anyOf", "oneOf", "allOf", "prefixItems"] {
        match schema.get(keyword) {
            None => {}
            Some(Value::Array(schemas)) => {
                for (place, schema) in schemas.iter().enumerate() {
                    node(
                        schema,
                        root,
                        &step(&format!("{keyword}[{place}]")),
                        depth + 1,
                    )?;
                }
            }
            Some(_) => return Err(format!("{}: it is no list", step(keyword))),
        }
    }
    Ok(())
}

fn types(kinds: &Value) -> bool {
    let known = |kind: &Value| kind.as_str().is_some_and(|kind| TYPES.contains(&kind));
    match kinds {
        Value::Array(kinds) => !kinds.is_empty() && kinds.iter().all(known),
        kind => known(kind),
    }
}

/// Whether a reference names a place in the schema itself. Others would have to be fetched.
fn leads_somewhere(reference: &Value, root: &Value) -> bool {
    let pointer = reference.as_str().and_then(|text| text.strip_prefix('#'));
    pointer.is_some_and(|pointer| root.pointer(pointer).is_some())
}
