//! How a model tells the variants of an enum apart.

use super::checker::{Additional, Key, RuleId, Rules};
use super::tree::Node;

/// What names a variant in its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tag<'r> {
    /// A required key that holds this one string: internal and adjacent tagging.
    Value { key: &'r str, value: &'r str },
    /// The only key: external tagging.
    Key(&'r str),
}

/// The tag of one variant.
pub(crate) fn tag(rules: &Rules, id: RuleId) -> Option<Tag<'_>> {
    let rule = rules.get(id);
    if let ([part], None) = (&rule.all[..], &rule.object) {
        return tag(rules, *part);
    }
    let keys = rule.object.as_deref()?;
    let by_value = keys
        .all()
        .iter()
        .filter(|key| key.required)
        .find_map(|key| {
            let value = only_value(rules, key)?;
            Some(Tag::Value {
                key: &key.name,
                value,
            })
        });
    by_value.or_else(|| match keys.all() {
        [key] if key.required && keys.additional() == Additional::None => Some(Tag::Key(&key.name)),
        _ => None,
    })
}

fn only_value<'r>(rules: &'r Rules, key: &Key) -> Option<&'r str> {
    match rules.get(key.rule?).values.as_deref()? {
        [Node::String(value)] => Some(value),
        _ => None,
    }
}

/// The key that all variants have as their tag, and its values in the variants' order.
pub(crate) fn common_tag(rules: &Rules, variants: &[RuleId]) -> Option<(String, Vec<String>)> {
    let mut common: Option<&str> = None;
    let mut values = Vec::new();
    for &variant in variants {
        let Some(Tag::Value { key, value }) = tag(rules, variant) else {
            return None;
        };
        if *common.get_or_insert(key) != key {
            return None;
        }
        values.push(value.to_owned());
    }
    Some((common?.to_owned(), values))
}
