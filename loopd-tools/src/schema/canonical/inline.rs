//! Everything inlined but recursion: consumers lose definitions, or refuse them (cases A7, A8).

use std::collections::BTreeMap;

use serde_json::Value;

use super::generate::Source;
use super::node::{self, Fault, Node, Path, take};

const PREFIX: &str = "#/$defs/";
/// The name of the definition that a hand-written `#` refers to.
const WHOLE: &str = "Arguments";

/// One tree whose only references are those of recursive types, to definitions at its root.
pub(super) fn apply(source: Source) -> Result<Node, Fault> {
    let Source {
        root,
        mut definitions,
    } = source;
    let mut root = match root {
        Value::Object(root) => root,
        Value::Bool(true) => Node::new(),
        _ => {
            return Err(Fault::new(
                &Path::default(),
                "no value fits",
                "give the type a value",
            ));
        }
    };
    hoist(&mut root, &mut definitions)?;
    let mut nested: Vec<String> = definitions.keys().cloned().collect();
    while let Some(name) = nested.pop() {
        // Taken out, because what stands in it may be hoisted beside it.
        if let Some(Value::Object(mut definition)) = definitions.get(&name).cloned() {
            let before = definitions.len();
            hoist(&mut definition, &mut definitions)?;
            nested.extend(definitions.keys().skip(before).cloned());
            definitions.insert(name, Value::Object(definition));
        }
    }
    name_whole(&mut root, &mut definitions);
    let names = plain_names(&definitions);
    let recursive: Vec<String> = definitions
        .keys()
        .filter(|name| reaches(&definitions, name))
        .cloned()
        .collect();
    let context = Context {
        definitions: &definitions,
        names: &names,
        recursive: &recursive,
    };
    context.resolve(&mut root, &mut Path::default())?;
    let mut kept = Node::new();
    for name in &recursive {
        if let Some(Value::Object(definition)) = definitions.get(name) {
            let mut definition = definition.clone();
            context.resolve(&mut definition, &mut Path::default())?;
            kept.insert(names[name].clone(), Value::Object(definition));
        }
    }
    if !kept.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(kept));
    }
    Ok(root)
}

/// Moves definitions that a hand-written schema carries inside itself to the root.
fn hoist(root: &mut Node, definitions: &mut Node) -> Result<(), Fault> {
    node::bottom_up(root, &mut Path::default(), &mut |node, path| {
        take(node, "$schema");
        let Some(Value::Object(inner)) = take(node, "$defs") else {
            return Ok(());
        };
        for (name, schema) in inner {
            match definitions.get(&name) {
                Some(other) if *other != schema => {
                    let message = format!("two types are defined as `{name}`");
                    return Err(Fault::new(path, message, "rename one of them"));
                }
                _ => {
                    definitions.insert(name, schema);
                }
            }
        }
        Ok(())
    })
}

/// Gives what `#` refers to a name.
fn name_whole(root: &mut Node, definitions: &mut Node) {
    let mut found = false;
    let mut rename = |node: &mut Node| {
        if node.get("$ref").and_then(Value::as_str) == Some("#") {
            node.insert("$ref".to_owned(), format!("{PREFIX}{WHOLE}").into());
            found = true;
        }
    };
    node::every(root, &mut rename);
    for definition in definitions.values_mut() {
        if let Value::Object(definition) = definition {
            node::every(definition, &mut rename);
        }
    }
    if found {
        definitions.insert(WHOLE.to_owned(), Value::Object(root.clone()));
    }
}

/// Names that every consumer's reader of references takes as they are.
fn plain_names(definitions: &Node) -> BTreeMap<String, String> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for name in definitions.keys() {
        let plain: String = name
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '_' {
                    c
                } else {
                    '_'
                }
            })
            .collect();
        let mut unique = plain.clone();
        let mut number = 2;
        while names.values().any(|taken| *taken == unique) {
            unique = format!("{plain}{number}");
            number += 1;
        }
        names.insert(name.clone(), unique);
    }
    names
}

/// The definition that a reference names, with the escapes of JSON pointers and URIs undone.
fn target(reference: &str) -> Option<String> {
    let encoded = reference.strip_prefix(PREFIX)?;
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut rest = encoded.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let escaped = (byte == b'%')
            .then(|| tail.get(..2))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    let name = String::from_utf8(bytes).ok()?;
    Some(name.replace("~1", "/").replace("~0", "~"))
}

fn references(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if let Value::Object(root) = schema {
        node::every(&mut root.clone(), &mut |node| {
            found.extend(node.get("$ref").and_then(Value::as_str).and_then(target));
        });
    }
    found
}

/// Whether a definition refers to itself, at once or through others.
fn reaches(definitions: &Node, start: &str) -> bool {
    let mut seen: Vec<String> = Vec::new();
    let mut open = definitions.get(start).map(references).unwrap_or_default();
    while let Some(name) = open.pop() {
        if name == start {
            return true;
        }
        if !seen.contains(&name) {
            open.extend(definitions.get(&name).map(references).unwrap_or_default());
            seen.push(name);
        }
    }
    false
}

struct Context<'a> {
    definitions: &'a Node,
    names: &'a BTreeMap<String, String>,
    recursive: &'a [String],
}

impl Context<'_> {
    /// Replaces every reference in `node`: by what it refers to, or by the plain name of it.
    fn resolve(&self, node: &mut Node, path: &mut Path) -> Result<(), Fault> {
        while let Some(reference) = node.get("$ref").and_then(Value::as_str) {
            let found = target(reference).and_then(|name| self.definitions.get_key_value(&name));
            let Some((name, definition)) = found else {
                let message = format!("`{reference}` refers to nothing in the schema");
                return Err(Fault::new(
                    path,
                    message,
                    "put the definition into the schema's `$defs`",
                ));
            };
            if self.recursive.contains(name) {
                let plain = format!("{PREFIX}{}", self.names[name]);
                node.insert("$ref".to_owned(), plain.into());
                break;
            }
            take(node, "$ref");
            match definition {
                // What stands at the place of use is nearer to the reader.
                Value::Object(definition) => {
                    for (key, value) in definition {
                        node.entry(key.clone()).or_insert_with(|| value.clone());
                    }
                }
                Value::Bool(true) => {}
                _ => return Err(Fault::new(path, "no value fits", "give the type a value")),
            }
        }
        for (step, value) in node::children(node) {
            if let Value::Object(child) = value {
                path.with(step, |path| self.resolve(child, path))?;
            }
        }
        Ok(())
    }
}
