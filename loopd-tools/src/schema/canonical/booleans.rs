//! No boolean schemas: hosts drop a tool, or all of a server's tools, that has one (case A5). The
//! only boolean that is left is `additionalProperties: false`.

use serde_json::Value;

use super::node::{self, Fault, Node, Path, Step, take};

/// What an open value without documentation says of itself.
const ANY: &str = "Any JSON value.";
const FIX: &str = "leave the field out, or give its type a value";

pub(super) fn apply(node: &mut Node, path: &Path) -> Result<(), Fault> {
    for key in ["additionalProperties", "unevaluatedProperties"] {
        // An open object says nothing; that it is open on purpose is what `closing` has to know.
        if node.get(key) == Some(&Value::Bool(true)) {
            node.insert(key.to_owned(), Value::Object(Node::new()));
        }
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = node.get_mut(key) {
            branches.retain(|branch| !is_never(branch));
            if branches.is_empty() {
                return Err(Fault::new(path, "no value fits", FIX));
            }
        }
    }
    if matches!(node.get("enum"), Some(Value::Array(values)) if values.is_empty()) {
        return Err(Fault::new(path, "no value fits", FIX));
    }
    let closed = take_closed(node);
    let mut path = path.clone();
    for (step, value) in node::children(node) {
        let place = step.clone();
        match value {
            Value::Bool(true) => {
                let mut open = Node::new();
                if !matches!(place, Step::Branch(_)) {
                    node::say(&mut open, ANY);
                }
                *value = Value::Object(open);
            }
            Value::Object(_) => {}
            _ => return path.with(step, |path| Err(Fault::new(path, "no value fits", FIX))),
        }
        // An open field with nothing but annotations.
        if let (Value::Object(child), Step::Property(_)) = (value, place)
            && child.is_empty()
        {
            node::say(child, ANY);
        }
    }
    for key in closed {
        node.insert(key.to_owned(), Value::Bool(false));
    }
    Ok(())
}

/// Schemas from elsewhere: what fits nothing becomes what fits anything, and the decoder judges.
pub(super) fn widen(node: &mut Node) {
    let closed = take_closed(node);
    for (_, value) in node::children(node) {
        if !value.is_object() {
            *value = Value::Object(Node::new());
        }
    }
    for key in closed {
        node.insert(key.to_owned(), Value::Bool(false));
    }
}

fn is_never(schema: &Value) -> bool {
    match schema {
        Value::Bool(fits) => !fits,
        Value::Object(node) => {
            node.len() == 1
                && node
                    .get("not")
                    .is_some_and(|not| *not == Value::Object(Node::new()))
        }
        _ => false,
    }
}

/// Takes the keys that close the object, which are the booleans that stay.
fn take_closed(node: &mut Node) -> Vec<&'static str> {
    let mut closed = Vec::new();
    for key in ["additionalProperties", "unevaluatedProperties"] {
        if node.get(key) == Some(&Value::Bool(false)) {
            take(node, key);
            closed.push(key);
        }
    }
    closed
}
