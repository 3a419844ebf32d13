//! `"true"` and `"false"` where a truth value is wanted.

use crate::arguments::checker::{Kinds, RuleId, Rules};
use crate::arguments::tree::Node;

/// The truth value that a string names.
pub(super) fn truth(rules: &Rules, rule: RuleId, sent: &Node<'_>) -> Option<Node<'static>> {
    let kinds = rules.get(rule).kinds;
    match sent {
        Node::String(text) if kinds.has(Kinds::BOOL) && !kinds.has(Kinds::STRING) => {
            match &**text {
                "true" => Some(Node::Bool(true)),
                "false" => Some(Node::Bool(false)),
                _ => None,
            }
        }
        _ => None,
    }
}
