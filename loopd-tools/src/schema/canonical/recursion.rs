//! References: only where a type holds itself, alone in their node (case A6), and to a definition
//! that is there once (cases A7, A8).

use serde_json::Value;

use super::EXTENSION;
use super::node::{self, Node, Step, say, take};

const PREFIX: &str = "#/$defs/";

pub(super) fn apply(root: &mut Node) {
    let Some(Value::Object(mut definitions)) = take(root, "$defs") else {
        return;
    };
    // What holds a folded part can be folded next; each round takes something away.
    let mut folded = true;
    while folded {
        let whole = definitions.clone();
        folded = fold(root, &whole);
        for definition in definitions.values_mut().filter_map(Value::as_object_mut) {
            folded |= fold(definition, &whole);
        }
    }
    unfold_at_root(root, &definitions);
    node::every(root, &mut speak_for);
    for definition in definitions.values_mut().filter_map(Value::as_object_mut) {
        node::every(definition, &mut speak_for);
    }
    let kept = reachable(root, &definitions);
    definitions.retain(|name, _| kept.contains(name));
    if !definitions.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
}

/// What stands below `node` and is a definition word for word becomes a reference to it. Says
/// whether there was any.
fn fold(node: &mut Node, definitions: &Node) -> bool {
    let mut folded = false;
    for (_, value) in node::children(node) {
        let Value::Object(child) = value else {
            continue;
        };
        let same = definitions.iter().find(|(_, definition)| {
            definition
                .as_object()
                .is_some_and(|definition| is_same(child, definition))
        });
        match same {
            Some((name, _)) => {
                child.retain(|key, _| key.starts_with(EXTENSION));
                child.insert("$ref".to_owned(), format!("{PREFIX}{name}").into());
                folded = true;
            }
            None => folded |= fold(child, definitions),
        }
    }
    folded
}

/// Whether a reference to `definition` says all that `node` says.
fn is_same(node: &Node, definition: &Node) -> bool {
    let said = |key: &str| !key.starts_with(EXTENSION) && key != "description";
    let own = node.get("description");
    !node.contains_key("$ref")
        && (own.is_none() || own == definition.get("description"))
        && node.keys().filter(|key| said(key)).count()
            == definition.keys().filter(|key| said(key)).count()
        && node
            .iter()
            .filter(|(key, _)| said(key))
            .all(|(key, value)| definition.get(key) == Some(value))
}

/// A documented reference right at the root is written out once: the root has no description that
/// could speak for it.
fn unfold_at_root(root: &mut Node, definitions: &Node) {
    let Some(Value::Object(properties)) = root.get_mut("properties") else {
        return;
    };
    for property in properties.values_mut().filter_map(Value::as_object_mut) {
        let Some(name) = referred(property).map(str::to_owned) else {
            continue;
        };
        if property
            .keys()
            .any(|key| key != "$ref" && !key.starts_with(EXTENSION))
            && let Some(Value::Object(definition)) = definitions.get(&name)
        {
            take(property, "$ref");
            for (key, value) in definition {
                property.entry(key.clone()).or_insert_with(|| value.clone());
            }
        }
    }
}

fn referred(node: &Node) -> Option<&str> {
    node.get("$ref")?.as_str()?.strip_prefix(PREFIX)
}

/// Says what a reference can't say of itself: its documentation goes to the node that holds it.
fn speak_for(node: &mut Node) {
    let mut sentences = Vec::new();
    for (step, value) in node::children(node) {
        let Value::Object(child) = value else {
            continue;
        };
        if !child.contains_key("$ref") {
            continue;
        }
        let text = take(child, "description");
        child.retain(|key, _| key == "$ref" || key.starts_with(EXTENSION));
        if let Some(Value::String(text)) = text {
            sentences.push(match step {
                Step::Property(name) => format!("`{name}`: {text}"),
                _ => text,
            });
        }
    }
    for sentence in sentences {
        say(node, &sentence);
    }
}

/// The definitions that the root needs.
fn reachable(root: &Node, definitions: &Node) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(mut node) = open.pop() {
        node::every(&mut node, &mut |node| {
            if let Some(name) = referred(node)
                && !found.iter().any(|seen| seen == name)
            {
                found.push(name.to_owned());
                open.extend(definitions.get(name).and_then(Value::as_object).cloned());
            }
        });
    }
    found
}
