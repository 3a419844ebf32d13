//! What is left is what the canonical form knows. A keyword that nothing here checks would make the
//! schema say more than is kept.

use serde_json::Value;

use super::node::{Fault, Node, Path};
use crate::schema::says_nothing;

/// All keywords of the canonical form that say which values fit.
const KEPT: [&str; 23] = [
    "$ref",
    "type",
    "enum",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "prefixItems",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "additionalProperties",
    "anyOf",
];
/// Keywords of JSON Schema 2020-12 that say nothing of values themselves, and have no place here:
/// all references are to `$defs`.
const STRAY: [&str; 2] = ["$anchor", "definitions"];
const TYPES: [&str; 7] = [
    "object", "array", "string", "integer", "number", "boolean", "null",
];

pub(super) fn apply(node: &mut Node, path: &Path) -> Result<(), Fault> {
    if let Some(keyword) = node.keys().find(|keyword| !is_known(keyword)) {
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

fn is_known(keyword: &str) -> bool {
    let says_nothing = says_nothing(keyword) && !STRAY.contains(&keyword);
    KEPT.contains(&keyword) || says_nothing
}
