//! What is left is what the canonical form knows. A keyword that forbids something and that nothing
//! here checks would make the schema say more than is kept.

use serde_json::Value;

use super::node::{Fault, Node, Path};

/// Keywords of JSON Schema 2020-12 that the canonical form has no place for.
const REFUSED: [&str; 20] = [
    "not",
    "if",
    "then",
    "else",
    "allOf",
    "oneOf",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "contains",
    "minContains",
    "maxContains",
    "patternProperties",
    "unevaluatedItems",
    "unevaluatedProperties",
    "$id",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
    "definitions",
];
const TYPES: [&str; 7] = [
    "object", "array", "string", "integer", "number", "boolean", "null",
];

pub(super) fn apply(node: &mut Node, path: &Path) -> Result<(), Fault> {
    if let Some(keyword) = REFUSED.iter().find(|keyword| node.contains_key(**keyword)) {
        let message = format!("the keyword `{keyword}` is not kept by the decoder");
        return Err(Fault::new(
            path,
            message,
            "say it in the description and check it in `run`",
        ));
    }
    let names: Vec<&Value> = match node.get("type") {
        Some(Value::Array(list)) => list.iter().collect(),
        Some(one) => vec![one],
        None => Vec::new(),
    };
    for name in names {
        if !name.as_str().is_some_and(|name| TYPES.contains(&name)) {
            let message = format!("{name} is not a type");
            return Err(Fault::new(
                path,
                message,
                format!("use one of {}", TYPES.join(", ")),
            ));
        }
    }
    Ok(())
}
