//! Which schemas the direct path takes: closed objects, lists and plain values, each of one kind.
//! Decided once per tool.

use std::collections::HashSet;

use crate::arguments::checker::{Additional, Keys, Kinds, Rule, Rules};
use crate::arguments::tree::Node;

/// How many keys an object may have: a bit each.
const KEYS: usize = 64;

/// Whether every rule is one that the direct path can check.
pub(in super::super) fn is_eligible(rules: &Rules) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![rules.root()];
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let rule = rules.get(id);
        if !is_plain(rule) {
            return false;
        }
        open.extend(&rule.array.prefix);
        open.extend(rule.array.items);
        let keys = rule.object.iter().flat_map(|keys| keys.all());
        open.extend(keys.filter_map(|key| key.rule));
    }
    rules.get(rules.root()).kinds == Kinds::OBJECT
}

fn is_plain(rule: &Rule) -> bool {
    if rule.is_combined() {
        return false;
    }
    let is_listed = rule.values.is_some();
    match rule.kinds {
        Kinds::STRING => {
            let values = rule.values.iter().flatten();
            values
                .into_iter()
                .all(|value| matches!(value, Node::String(_)))
        }
        Kinds::BOOL | Kinds::INTEGER | Kinds::NUMBER => !is_listed,
        Kinds::ARRAY => {
            let array = &rule.array;
            let covers =
                array.items.is_some() || array.max.is_some_and(|max| max <= array.prefix.len());
            !is_listed && covers && !array.unique && array.contains.is_none()
        }
        Kinds::OBJECT => !is_listed && rule.object.as_deref().is_some_and(is_closed),
        _ => false,
    }
}

/// Whether an object has few keys, all named.
fn is_closed(keys: &Keys) -> bool {
    keys.additional() == Additional::None
        && keys.all().len() <= KEYS
        && keys
            .all()
            .iter()
            .all(|key| key.rule.is_some() && stands_for_itself(&key.name))
        && keys.says_names_alone()
}

/// Whether JSON can hold a text as it is.
fn stands_for_itself(text: &str) -> bool {
    text.bytes()
        .all(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20))
}
