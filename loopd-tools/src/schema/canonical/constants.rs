//! `const` as an `enum` of one value: consumers that know the one need not know the other (A17), and
//! a `type` for values that came without (A15).

use serde_json::Value;

use super::node::{Node, take};

pub(super) fn apply(node: &mut Node) {
    if let Some(value) = take(node, "const") {
        node.insert("enum".to_owned(), Value::Array(vec![value]));
    }
    if node.contains_key("type") {
        return;
    }
    let Some(Value::Array(values)) = node.get("enum") else {
        return;
    };
    let mut types: Vec<&str> = Vec::new();
    for value in values {
        let name = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        if !types.contains(&name) {
            types.push(name);
        }
    }
    let types = match types.as_slice() {
        [one] => Value::from(*one),
        _ => Value::from(types),
    };
    node.insert("type".to_owned(), types);
}
