//! The consumers' own array elements.

use serde_json::{Value, json};

use super::rules::Element;
use crate::schema::canonical::node::{self, Node};

/// Where the forms keep the parameters.
const PARAMETERS: [&str; 4] = [
    "/function/parameters",
    "/parameters",
    "/input_schema",
    "/inputSchema",
];

/// Takes the descriptions out of an element's parameters.
pub(super) fn without_descriptions(element: &mut Value) {
    for place in PARAMETERS {
        if let Some(Value::Object(parameters)) = element.pointer_mut(place) {
            node::every(parameters, &mut |node| {
                node.shift_remove("description");
            });
        }
    }
}

pub(super) fn of(form: Element, name: &str, description: &str, parameters: Node) -> Value {
    let mut function = Node::new();
    function.insert("name".to_owned(), name.into());
    function.insert("description".to_owned(), description.into());
    let empty = parameters
        .get("properties")
        .and_then(Value::as_object)
        .is_none_or(Node::is_empty)
        && !parameters.contains_key("anyOf");
    let parameters = Value::Object(parameters);
    let key = match form {
        Element::Function { .. } | Element::Declaration => "parameters",
        Element::InputSchema { .. } => "input_schema",
        Element::Mcp => "inputSchema",
    };
    // A declaration without parameters has no field for them.
    if !(form == Element::Declaration && empty) {
        function.insert(key.to_owned(), parameters);
    }
    if let Element::Function {
        strict: Some(strict),
    }
    | Element::InputSchema {
        strict: Some(strict),
    } = form
    {
        function.insert("strict".to_owned(), strict.into());
    }
    match form {
        Element::Function { .. } => json!({"type": "function", "function": function}),
        _ => Value::Object(function),
    }
}
