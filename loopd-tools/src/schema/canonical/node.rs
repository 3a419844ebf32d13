//! Walking a schema: which keys of a node hold schemas, and the path to a node in a person's words.

use std::fmt;

use serde_json::{Map, Value};

/// One schema: an object of keywords.
pub(crate) type Node = Map<String, Value>;

/// Keys that hold one schema.
const ONE: [&str; 4] = [
    "items",
    "additionalProperties",
    "propertyNames",
    "unevaluatedProperties",
];
/// Keys that hold a list of schemas.
const LIST: [&str; 4] = ["prefixItems", "anyOf", "oneOf", "allOf"];
/// Keys that hold schemas by name.
const NAMED: [&str; 3] = ["properties", "patternProperties", "$defs"];

/// One step from a node to a schema below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// A property of an object.
    Property(String),
    /// The items of a list.
    Items,
    /// One place of a tuple.
    Place(usize),
    /// The values of a map.
    Values,
    /// The keys of a map.
    Keys,
    /// One branch of a union.
    Branch(usize),
    /// A shared definition.
    Definition(String),
}

/// Where a node is, as a person would write it: `ranges[].start`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Path(Vec<Step>);

impl Path {
    /// Runs `inside` with the path one step longer.
    pub(crate) fn with<R>(&mut self, step: Step, inside: impl FnOnce(&mut Self) -> R) -> R {
        self.0.push(step);
        let result = inside(self);
        self.0.pop();
        result
    }

    /// Whether this is the root.
    pub(crate) fn is_root(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for step in &self.0 {
            match step {
                Step::Property(name) if text.is_empty() => text.push_str(name),
                Step::Property(name) => {
                    text.push('.');
                    text.push_str(name);
                }
                Step::Items => text.push_str("[]"),
                Step::Place(place) => text.push_str(&format!("[{place}]")),
                Step::Values => text.push_str("{}"),
                Step::Keys => text.push_str("{key}"),
                Step::Branch(_) => {}
                Step::Definition(name) => text = format!("({name})"),
            }
        }
        f.write_str(if text.is_empty() {
            "the arguments"
        } else {
            &text
        })
    }
}

/// Why a node can't be said truthfully; the tool's name is added by who knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) path: String,
    pub(crate) message: String,
    pub(crate) fix: String,
}

impl Fault {
    pub(crate) fn new(path: &Path, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            path: path.to_string(),
            message: message.into(),
            fix: fix.into(),
        }
    }
}

/// The schemas right below `node`, each with the step to it. Booleans are schemas too.
pub(crate) fn children(node: &mut Node) -> Vec<(Step, &mut Value)> {
    let mut found = Vec::new();
    for (key, value) in node.iter_mut() {
        let key = key.as_str();
        if ONE.contains(&key) {
            let step = match key {
                "items" => Step::Items,
                "propertyNames" => Step::Keys,
                _ => Step::Values,
            };
            found.push((step, value));
        } else if LIST.contains(&key) {
            let step: fn(usize) -> Step = match key {
                "prefixItems" => Step::Place,
                _ => Step::Branch,
            };
            if let Value::Array(list) = value {
                found.extend(
                    list.iter_mut()
                        .enumerate()
                        .map(|(i, value)| (step(i), value)),
                );
            }
        } else if NAMED.contains(&key) {
            let step: fn(String) -> Step = match key {
                "properties" => Step::Property,
                "$defs" => Step::Definition,
                _ => |_| Step::Values,
            };
            if let Value::Object(named) = value {
                found.extend(
                    named
                        .iter_mut()
                        .map(|(name, value)| (step(name.clone()), value)),
                );
            }
        }
    }
    found
}

/// Calls `visit` on every node, those below first.
pub(crate) fn bottom_up(
    node: &mut Node,
    path: &mut Path,
    visit: &mut impl FnMut(&mut Node, &Path) -> Result<(), Fault>,
) -> Result<(), Fault> {
    for (step, value) in children(node) {
        if let Value::Object(child) = value {
            path.with(step, |path| bottom_up(child, path, visit))?;
        }
    }
    visit(node, path)
}

/// Calls `visit` on every node, where nothing can go wrong.
pub(crate) fn every(node: &mut Node, visit: &mut impl FnMut(&mut Node)) {
    for (_, value) in children(node) {
        if let Value::Object(child) = value {
            every(child, visit);
        }
    }
    visit(node);
}

/// Calls `visit` on every node, those above first, where nothing can go wrong.
pub(crate) fn top_down(node: &mut Node, visit: &mut impl FnMut(&mut Node)) {
    visit(node);
    for (_, value) in children(node) {
        if let Value::Object(child) = value {
            top_down(child, visit);
        }
    }
}

/// The types that `node` names.
pub(crate) fn types(node: &Node) -> Vec<&str> {
    match node.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Whether `node` names the type `name`, alone or beside others.
pub(crate) fn has_type(node: &Node, name: &str) -> bool {
    types(node).contains(&name)
}

/// Whether `node` is exactly the type `null`.
pub(crate) fn is_null(node: &Node) -> bool {
    node.get("type").and_then(Value::as_str) == Some("null")
}

/// Adds a sentence to the node's description, on a line of its own, unless it is there already.
pub(crate) fn say(node: &mut Node, sentence: &str) {
    let text = match node.get("description").and_then(Value::as_str) {
        Some(text) if text.lines().any(|line| line == sentence) => return,
        Some(text) if !text.is_empty() => format!("{text}\n{sentence}"),
        _ => sentence.to_owned(),
    };
    node.insert("description".to_owned(), text.into());
}

/// The names in `required`.
pub(crate) fn required(node: &Node) -> Vec<&str> {
    match node.get("required") {
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Takes the value of `key` without changing the order of the others.
pub(crate) fn take(node: &mut Node, key: &str) -> Option<Value> {
    // `remove` swaps the last entry in when the order is kept.
    node.shift_remove(key)
}
