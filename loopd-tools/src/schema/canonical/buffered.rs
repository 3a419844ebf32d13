//! 128-bit integers inside enums that serde reads through its own buffer, which has no place for
//! them (case B33): no value at all would be accepted, so the type is refused.

use serde_json::Value;

use super::node::{self, Fault, Node, Path};

pub(super) fn apply(node: &mut Node, path: &Path) -> Result<(), Fault> {
    for key in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = node.get_mut(key) else {
            continue;
        };
        if is_option(branches) {
            continue;
        }
        for branch in branches {
            if let Value::Object(branch) = branch
                && !is_externally_tagged(branch)
                && has_128_bits(branch)
            {
                return Err(Fault::new(
                    path,
                    "serde can't read a 128-bit integer inside an untagged, tagged or flattened enum",
                    "use a 64-bit integer, a string, or an externally tagged enum",
                ));
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
    branch.get("additionalProperties") == Some(&Value::Bool(false))
        && branch
            .get("properties")
            .and_then(Value::as_object)
            .is_some_and(|map| map.len() == 1)
        && node::required(branch).len() == 1
}

fn has_128_bits(branch: &mut Node) -> bool {
    let mut found = false;
    node::every(branch, &mut |node| {
        found |= matches!(
            node.get("format").and_then(Value::as_str),
            Some("int128" | "uint128")
        );
    });
    found
}
