//! A string that holds the list or the object that is wanted.

use crate::arguments::checker::{Kinds, RuleId, Rules};
use crate::arguments::limits::{Limits, MAX_DEPTH};
use crate::arguments::reader::read;
use crate::arguments::tree::Node;

/// The list or object that a string holds, if it is of the wanted kind. What is in it may still
/// have to be mended. `depth` is how deep the string itself stands.
pub(super) fn json(
    rules: &Rules,
    rule: RuleId,
    depth: usize,
    sent: &Node<'_>,
) -> Option<Node<'static>> {
    let Node::String(text) = sent else {
        return None;
    };
    let kinds = rules.get(rule).kinds;
    if kinds.has(Kinds::STRING) || !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let limits = Limits::new().with_depth(MAX_DEPTH.saturating_sub(depth));
    let reading = read(text, limits).ok()?;
    let is_wanted = kinds.has(Kinds::of(&reading.node)) && reading.duplicates.is_empty();
    is_wanted.then(|| reading.node.into_owned())
}
