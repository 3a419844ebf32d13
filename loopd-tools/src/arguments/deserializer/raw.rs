//! Values as JSON text, for types that keep the text.

use crate::arguments::tree::{Member, Node};

/// By this name the `RawValue` of `serde_json` asks for the text of a value, as the one member of a map.
pub(super) const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// The value as compact JSON, with the numbers' own digits.
pub(super) fn write_json(node: &Node<'_>, out: &mut String) {
    // Neither of them can fail to be JSON: the one is text, the other is an object's key.
    let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
    match node {
        Node::Null => out.push_str("null"),
        Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Node::Number(number) => out.push_str(number.text()),
        Node::String(text) => out.push_str(&quoted(text)),
        Node::Array(items) => {
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                write_json(item, out);
            }
            out.push(']');
        }
        Node::Object(members) => {
            out.push('{');
            for (place, Member { key, value, .. }) in members.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                out.push_str(&quoted(key));
                out.push(':');
                write_json(value, out);
            }
            out.push('}');
        }
    }
}
