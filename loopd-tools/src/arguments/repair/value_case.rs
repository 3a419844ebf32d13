//! A listed value in other case.

use crate::arguments::checker::{RuleId, Rules};
use crate::arguments::tree::Node;

/// The only listed string that differs from what was sent in case alone.
pub(super) fn listed(rules: &Rules, rule: RuleId, sent: &Node<'_>) -> Option<Node<'static>> {
    let Node::String(sent) = sent else {
        return None;
    };
    let sent = sent.to_lowercase();
    let values = rules.get(rule).values.as_ref()?;
    let mut same = values
        .iter()
        .filter(|value| matches!(value, Node::String(value) if value.to_lowercase() == sent));
    let only = same.next()?;
    same.next().is_none().then(|| only.clone())
}
