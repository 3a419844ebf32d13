//! Who answers a call: the host itself or the port.

use std::fmt::Write;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::builtin::{CALL_TOOL, FIND_TOOL};
use crate::registry::Registry;

/// Who answers a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dispatch {
    /// The host, with this text for the model.
    Local(String),
    /// The port.
    Port {
        /// The tool that is meant.
        tool: String,
        /// Its arguments, in the model's own characters.
        arguments: String,
    },
}

/// Decides who answers a call of `name` with `arguments`, both as the model wrote them.
///
/// `find_tool` and everything that `call_tool` can't pass on are answered here; all else goes to
/// the port unchanged, even an unknown name: the port decides.
#[must_use]
pub fn dispatch(registry: &Registry, name: &str, arguments: &str) -> Dispatch {
    match name {
        FIND_TOOL => Dispatch::Local(find(registry, arguments)),
        CALL_TOOL => call(registry, arguments),
        _ => Dispatch::Port {
            tool: name.to_owned(),
            arguments: arguments.to_owned(),
        },
    }
}

/// The envelope of `find_tool`. Other keys are ignored.
#[derive(Deserialize)]
struct Find {
    query: String,
}

/// The query in the envelope of `find_tool`.
pub(crate) fn query(arguments: &str) -> Option<String> {
    envelope::<Find>(arguments).map(|Find { query }| query)
}

fn find(registry: &Registry, arguments: &str) -> String {
    let matches = match query(arguments) {
        Some(query) => registry.find(&query),
        None => Vec::new(),
    };
    if matches.is_empty() {
        return "No tool matches.".to_owned();
    }
    let mut text = format!("{} tool(s) match:\n", matches.len());
    for schema in matches {
        // Neither writing a schema as JSON nor writing to a `String` can fail.
        let line = serde_json::to_string(schema).unwrap_or_default();
        let _ = writeln!(text, "{line}");
    }
    text.push_str("Call it with call_tool.");
    text
}

/// The envelope of `call_tool`. Other keys are ignored; what is there stays in its own characters,
/// so that big numbers, duplicates and order reach the tool as the model wrote them. A key of the
/// envelope itself that is there twice makes it unreadable: nobody may guess which one is meant.
#[derive(Default, Deserialize)]
struct Call<'a> {
    #[serde(borrow, default)]
    name: Option<&'a RawValue>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
}

fn call(registry: &Registry, text: &str) -> Dispatch {
    let Call { name, arguments } = envelope(text).unwrap_or_default();
    let name: String = name
        .and_then(|name| serde_json::from_str(name.get()).ok())
        .unwrap_or_default();
    let Some(entry) = registry.get(&name) else {
        return Dispatch::Local(unknown(&name));
    };
    if entry.core {
        return Dispatch::Local(format!(
            "\"{name}\" is a core tool. Call it directly, without call_tool."
        ));
    }
    match arguments.map(RawValue::get) {
        Some(arguments) if is_object(arguments) => Dispatch::Port {
            tool: name,
            arguments: arguments.to_owned(),
        },
        _ => Dispatch::Local(format!(
            "call_tool needs a JSON object in \"arguments\", one that fits the schema of \"{name}\"."
        )),
    }
}

fn unknown(name: &str) -> String {
    let way_out = if name.is_empty() {
        "call_tool needs a JSON object with the \"name\" of a tool that find_tool returned and its \"arguments\"."
    } else {
        "Find tools with find_tool."
    };
    format!("No tool named \"{name}\". {way_out}")
}

/// An envelope that is an object: serde alone would take an array for a struct, too.
fn envelope<'a, T: Deserialize<'a>>(text: &'a str) -> Option<T> {
    if !is_object(text) {
        return None;
    }
    serde_json::from_str(text).ok()
}

/// Whether JSON text is an object, by its first character behind white space.
fn is_object(json: &str) -> bool {
    json.trim_start_matches([' ', '\t', '\n', '\r'])
        .starts_with('{')
}
