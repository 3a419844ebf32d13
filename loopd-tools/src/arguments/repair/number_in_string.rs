//! A number in a string, where a number is wanted: `"5"`, and `"5.0"` for an integer.

use crate::arguments::checker::{Kinds, RuleId, Rules};
use crate::arguments::number::Number;
use crate::arguments::tree::Node;

/// The number that a string is, to the last character and by JSON's own grammar.
pub(super) fn number(rules: &Rules, rule: RuleId, sent: &Node<'_>) -> Option<Node<'static>> {
    let Node::String(text) = sent else {
        return None;
    };
    let kinds = rules.get(rule).kinds;
    if !kinds.has(Kinds::INTEGER) || kinds.has(Kinds::STRING) {
        return None;
    }
    let number = Number::parse(text.clone().into_owned())?;
    if kinds.has(Kinds::FRACTION) {
        return Some(Node::Number(number));
    }
    let integer = number.integer_text()?.into_owned();
    Some(Node::Number(Number::parse(integer)?))
}
