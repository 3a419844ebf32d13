//! Recursion for consumers that take no references: written out once, and in words from there on.

use serde_json::Value;

use crate::schema::canonical::node::{self, Node, say};

/// More nodes than this are not written out, whatever a foreign schema refers to.
const MOST_NODES: usize = 10_000;

/// Writes out each reference once. Says which names were cut off where they came again.
pub(super) fn unroll(root: &mut Node) -> Vec<String> {
    let definitions = match root.shift_remove("$defs") {
        Some(Value::Object(definitions)) => definitions,
        _ => Node::new(),
    };
    let mut unroller = Unroller {
        definitions,
        left: MOST_NODES,
        cut: Vec::new(),
    };
    unroller.node(root, &mut Vec::new());
    unroller.cut
}

struct Unroller {
    definitions: Node,
    left: usize,
    cut: Vec<String>,
}

impl Unroller {
    fn node(&mut self, node: &mut Node, open: &mut Vec<String>) {
        self.left = self.left.saturating_sub(1);
        let reference = node.get("$ref").and_then(Value::as_str).map(str::to_owned);
        let Some(reference) = reference else {
            for (_, child) in node::children(node) {
                if let Value::Object(child) = child {
                    self.node(child, open);
                }
            }
            return;
        };
        node.shift_remove("$ref");
        let name = reference
            .strip_prefix("#/$defs/")
            .unwrap_or(&reference)
            .to_owned();
        let definition = self
            .definitions
            .get(&name)
            .and_then(Value::as_object)
            .cloned();
        let Some(definition) = definition else {
            return;
        };
        if open.contains(&name) || self.left == 0 {
            // The same shape again: its type, and where to look.
            if let Some(of_type) = definition.get("type") {
                node.entry("type").or_insert_with(|| of_type.clone());
            }
            if node::has_type(node, "array") {
                node.entry("items")
                    .or_insert_with(|| Value::Object(Node::new()));
            }
            say(
                node,
                &format!("A {name} again, of the same shape as above."),
            );
            if !self.cut.contains(&name) {
                self.cut.push(name);
            }
            return;
        }
        for (key, value) in definition {
            node.entry(key).or_insert(value);
        }
        open.push(name);
        for (_, child) in node::children(node) {
            if let Value::Object(child) = child {
                self.node(child, open);
            }
        }
        open.pop();
    }
}
