//! One value where a list of such values is wanted.

use crate::arguments::checker::{Kinds, Position, RuleId, Rules};
use crate::arguments::nearest::fold;
use crate::arguments::tree::Node;

/// The list of the one value that was sent, which must fit as an item just as it is.
///
/// Not inside another list, where nobody can say which of the two was meant, and not for a string
/// that may be a list in some other notation, or the name of one: `rowLabels` for `labels`.
pub(super) fn list<'a>(
    rules: &Rules,
    rule: RuleId,
    position: Position,
    key: &str,
    sent: &Node<'a>,
) -> Option<Node<'a>> {
    let wanted = rules.get(rule);
    let items = wanted.array.items?;
    let is_open = rules.may_be(items, Kinds::ALL);
    let is_list = wanted.kinds.has(Kinds::ARRAY) && wanted.array.prefix.is_empty() && !is_open;
    let is_alone = matches!(position, Position::Member { .. } | Position::Additional);
    if !is_list || !is_alone || !rules.fits(items, sent) {
        return None;
    }
    match sent {
        Node::Null => None,
        Node::String(text) if may_be_list(text) || names_list(text, key) => None,
        _ => Some(Node::Array(vec![sent.clone()])),
    }
}

fn may_be_list(text: &str) -> bool {
    let text = text.trim();
    text.is_empty()
        || text == "null"
        || text.starts_with(['[', '{', '('])
        || text.contains([',', ';', '\n', '|'])
}

fn names_list(text: &str, key: &str) -> bool {
    let key = fold(key);
    // Two letters stand in many a word.
    key.chars().count() > 2 && fold(text).contains(&key)
}
