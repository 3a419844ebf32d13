//! `""` or `"null"` for a key that is not required and takes no string: no key.

use crate::arguments::checker::{Kinds, Position, RuleId, Rules};
use crate::arguments::tree::Node;

/// Whether a value of another kind than is wanted stands for no value.
pub(super) fn is_absent(rules: &Rules, rule: RuleId, position: Position, sent: &Node<'_>) -> bool {
    let is_empty = matches!(sent, Node::String(text) if text.is_empty() || text == "null");
    is_empty
        && position == Position::Member { required: false }
        && !rules.may_be(rule, Kinds::STRING)
}
