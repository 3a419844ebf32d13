//! Brings a value that fits into the form that the struct's own decoder takes: a `null` for a key
//! that is not required goes, a key gets its declared name, a whole number loses its point, a listed
//! value gets its own spelling.

use std::borrow::Cow;

use super::keys::{Additional, Keys};
use super::rule::{Kinds, RuleId, Rules};
use crate::arguments::number::Number;
use crate::arguments::tree::{Member, Node};

impl Rules {
    /// Settles a value that fits the whole schema.
    pub(crate) fn settle(&self, node: &mut Node<'_>) {
        self.settle_by(self.root, node);
    }

    fn settle_by(&self, id: RuleId, node: &mut Node<'_>) {
        let rule = self.get(id);
        let listed = rule
            .values
            .iter()
            .flatten()
            .find(|value| value.same_as(node));
        if let Some(listed) = listed {
            *node = listed.clone();
        }
        match node {
            Node::Number(number) if !rule.kinds.has(Kinds::FRACTION) && !number.is_plain() => {
                let integer = number.integer_text().map(Cow::into_owned);
                if let Some(integer) = integer.and_then(Number::parse) {
                    *number = integer;
                }
            }
            Node::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    if let Some(rule) = rule.array.prefix.get(index).copied().or(rule.array.items) {
                        self.settle_by(rule, item);
                    }
                }
            }
            Node::Object(members) => {
                if let Some(keys) = &rule.object {
                    self.settle_members(keys, members);
                }
            }
            _ => {}
        }
        for &part in &rule.all {
            self.settle_by(part, node);
        }
        // serde tries variants in the same order.
        for variants in rule.any.iter().chain(&rule.one) {
            if let Some(variant) = self.first_fitting(variants, node) {
                self.settle_by(variant, node);
            }
        }
        if let Some(condition) = &rule.condition {
            let branch = if self.fits(condition.test, node) {
                condition.then
            } else {
                condition.otherwise
            };
            if let Some(branch) = branch {
                self.settle_by(branch, node);
            }
        }
    }

    fn settle_members(&self, keys: &Keys, members: &mut Vec<Member<'_>>) {
        members.retain(|Member { key, value }| {
            let named = keys.place(key).and_then(|place| keys.keys.get(place));
            !named.is_some_and(|named| named.is_absent(value))
        });
        for Member { key, value } in members {
            let named = keys.place(key).and_then(|place| keys.keys.get(place));
            if let Some(named) = named.filter(|named| named.name != *key) {
                *key = Cow::Owned(named.name.clone());
            }
            let rule = named.and_then(|named| named.rule);
            let mut is_additional = rule.is_none();
            if let Some(rule) = rule {
                self.settle_by(rule, value);
            }
            for (pattern, rule) in &keys.patterns {
                if pattern.admits(key) {
                    is_additional = false;
                    self.settle_by(*rule, value);
                }
            }
            if let (true, Additional::Fitting(rule)) = (is_additional, keys.additional) {
                self.settle_by(rule, value);
            }
        }
    }
}
