//! What serde can't read inside enums that go through its own buffer, which holds no 128-bit integer
//! and knows the keys of maps as text alone (case B33): no value at all would be accepted, so the type
//! is refused.

use serde_json::Value;

use super::maps::INTEGER_KEYS;
use super::node::{self, Fault, Node, Path};

const WIDE: &str =
    "serde can't read a 128-bit integer inside an untagged, tagged or flattened enum";
const KEYED: &str = "serde can't read integer keys inside an untagged, tagged or flattened enum";

pub(super) fn apply(node: &mut Node, path: &Path) -> Result<(), Fault> {
    for key in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = node.get_mut(key) else {
            continue;
        };
        if is_option(branches) {
            continue;
        }
        for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
            if is_externally_tagged(branch) {
                continue;
            }
            if has(branch, is_wide) {
                let fix = "use a 64-bit integer, a string, or an externally tagged enum";
                return Err(Fault::new(path, WIDE, fix));
            }
            if has(branch, has_integer_keys) {
                let fix = "use `String` keys, or an externally tagged enum";
                return Err(Fault::new(path, KEYED, fix));
            }
        }
    }
    Ok(())
}

fn is_option(branches: &[Value]) -> bool {
    matches!(branches, [_, Value::Object(second)] if node::is_null(second))
}

/// An object with one property, required, and nothing else: serde reads it as it comes.
fn is_externally_tagged(branch: &Node) -> bool {
    let only = branch
        .get("properties")
        .and_then(Value::as_object)
        .is_some_and(|map| map.len() == 1);
    only && branch.get("additionalProperties") == Some(&Value::Bool(false))
        && node::required(branch).len() == 1
}

fn has(branch: &mut Node, is: fn(&Node) -> bool) -> bool {
    let mut found = false;
    node::every(branch, &mut |node| found |= is(node));
    found
}

fn is_wide(node: &Node) -> bool {
    matches!(
        node.get("format").and_then(Value::as_str),
        Some("int128" | "uint128")
    )
}

fn has_integer_keys(node: &Node) -> bool {
    let patterns = node.get("patternProperties").and_then(Value::as_object);
    patterns.is_some_and(|patterns| {
        INTEGER_KEYS
            .iter()
            .any(|(pattern, _)| patterns.contains_key(*pattern))
    })
}
