//! What a server says of one tool, checked on its own.

use serde_json::{Map, Value, json};

use crate::definition::Hints;
use crate::mcp::OWN_SCHEMA;
use crate::schema::Digest;

use super::clean::{clean, clean_line};
use super::options::Bounds;
use super::report::Skipped;

/// How many bytes the server's name for a tool may have: 128 by the protocol, more by some servers.
const NAME: usize = 512;

/// How many bytes a name is shown with.
const SHOWN: usize = 128;

/// How many bytes a title may have.
const TITLE: usize = 200;

/// How deep a schema may be: beyond what any tool needs, and before any stack ends.
const DEPTH: usize = 64;

/// What a descriptor is pinned by: all that a model or a host goes by.
const PINNED: [&str; 6] = [
    "name",
    "title",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
];

/// What a server says of one tool.
#[derive(Debug, Clone)]
pub(super) struct Descriptor {
    pub(super) server_name: String,
    pub(super) digest: Digest,
    pub(super) title: Option<String>,
    pub(super) description: String,
    pub(super) hints: Hints,
    pub(super) parameters: Value,
    pub(super) output: Option<Value>,
}

impl Descriptor {
    /// Reads what a server says of a tool.
    pub(super) fn read(tool: &Value, bounds: &Bounds) -> Result<Self, Skipped> {
        let name = tool.get("name").and_then(Value::as_str).unwrap_or_default();
        Self::checked(tool, name, bounds).map_err(|reason| Skipped {
            server_name: clean_line(name, SHOWN),
            reason,
        })
    }

    fn checked(tool: &Value, name: &str, bounds: &Bounds) -> Result<Self, String> {
        if name.trim().is_empty() {
            return Err("it has no name".to_owned());
        }
        if name.len() > NAME {
            return Err(format!(
                "its name has {} bytes; {NAME} are allowed",
                name.len()
            ));
        }
        let mut parameters = match tool.get("inputSchema") {
            Some(Value::Object(schema)) => schema.clone(),
            Some(other) => return Err(format!("its input schema is {}, no object", kind(other))),
            None => return Err("it has no input schema".to_owned()),
        };
        if let Some((_, own)) = own_schema(tool) {
            parameters.clone_from(own);
        }
        // The protocol wants `type`; servers leave it and `properties` out where nothing is asked.
        parameters.entry("type").or_insert_with(|| "object".into());
        parameters.entry("properties").or_insert_with(|| json!({}));
        let mut parameters = Value::Object(parameters);
        let output = tool.get("outputSchema").filter(|schema| schema.is_object());
        for schema in [Some(&parameters), output].into_iter().flatten() {
            bounded(schema, bounds.schema)?;
        }
        clean_schema(&mut parameters, bounds.description);
        let mut output = output.cloned();
        if let Some(output) = &mut output {
            clean_schema(output, bounds.description);
        }
        Ok(Self {
            server_name: name.to_owned(),
            digest: digest(tool),
            title: title(tool),
            description: description(tool, bounds),
            hints: hints(tool),
            parameters,
            output,
        })
    }
}

/// The tool's own description and parameters, where the server has this crate's own and the
/// protocol's dialect says them otherwise. They are checked like all else that a server says.
fn own_schema(tool: &Value) -> Option<(&Value, &Map<String, Value>)> {
    let own = tool.get("_meta")?.get(OWN_SCHEMA)?;
    let description = own.get("description").filter(|said| said.is_string())?;
    Some((description, own.get("parameters")?.as_object()?))
}

/// The digest of all that a model or a host goes by, as the server wrote it.
fn digest(tool: &Value) -> Digest {
    let pinned = PINNED.iter().filter_map(|key| {
        let value = tool.get(*key).filter(|value| !value.is_null())?;
        Some(((*key).to_owned(), value.clone()))
    });
    let mut pinned: Map<String, Value> = pinned.collect();
    if let Some(own) = tool.get("_meta").and_then(|meta| meta.get(OWN_SCHEMA)) {
        pinned.insert(OWN_SCHEMA.to_owned(), own.clone());
    }
    Digest::of(&Value::Object(pinned))
}

fn title(tool: &Value) -> Option<String> {
    let title = tool
        .get("title")
        .or_else(|| tool.pointer("/annotations/title"));
    let title = clean_line(title?.as_str()?, TITLE);
    (!title.is_empty()).then_some(title)
}

/// The description; a tool without one is at least told by its name.
fn description(tool: &Value, bounds: &Bounds) -> String {
    let said = match own_schema(tool) {
        Some((own, _)) => Some(own),
        None => tool.get("description"),
    };
    let said = said.and_then(Value::as_str);
    let said = clean(said.unwrap_or_default(), bounds.description);
    if !said.trim().is_empty() {
        return said;
    }
    title(tool).unwrap_or_else(|| {
        let name = tool.get("name").and_then(Value::as_str).unwrap_or_default();
        format!("The tool {} of an MCP server.", clean_line(name, SHOWN))
    })
}

fn hints(tool: &Value) -> Hints {
    let said = |key: &str| tool.get("annotations")?.get(key)?.as_bool();
    Hints::from_said([
        said("readOnlyHint"),
        said("destructiveHint"),
        said("idempotentHint"),
        said("openWorldHint"),
    ])
}

fn bounded(schema: &Value, bytes: usize) -> Result<(), String> {
    let size = schema.to_string().len();
    if size > bytes {
        return Err(format!(
            "a schema of it has {size} bytes; {bytes} are allowed"
        ));
    }
    if depth(schema) > DEPTH {
        return Err(format!("a schema of it is deeper than {DEPTH}"));
    }
    Ok(())
}

fn depth(value: &Value) -> usize {
    let inner = match value {
        Value::Array(values) => values.iter().map(depth).max(),
        Value::Object(members) => members.values().map(depth).max(),
        _ => return 0,
    };
    1 + inner.unwrap_or(0)
}

/// Cleans the texts of a schema: what a model reads as words. What it must write to the letter,
/// such as the values of an `enum`, stays.
fn clean_schema(schema: &mut Value, bytes: usize) {
    let Value::Object(words) = schema else {
        return;
    };
    for (keyword, value) in words {
        match (&**keyword, value) {
            ("description" | "title" | "$comment", Value::String(text)) => {
                let cleaned = clean(text, bytes);
                *text = cleaned;
            }
            ("default" | "examples" | "enum" | "const", _) => {}
            (
                "properties" | "patternProperties" | "$defs" | "definitions",
                Value::Object(inner),
            ) => {
                for inner in inner.values_mut() {
                    clean_schema(inner, bytes);
                }
            }
            (_, Value::Array(inner)) => {
                for inner in inner {
                    clean_schema(inner, bytes);
                }
            }
            (_, inner) => clean_schema(inner, bytes),
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
