//! The walk over the members of an object.

use super::finding::{Fault, Position};
use super::keys::{Additional, Key, Keys};
use super::rule::RuleId;
use super::walk::{Walk, is_between};
use crate::arguments::place::Step;
use crate::arguments::tree::{Member, Node};

/// The keys of an object that is judged.
struct Present<'k, 'n> {
    keys: &'k Keys,
    members: &'n [Member<'n>],
    /// The name by which each named key is there.
    names: Vec<Option<&'n str>>,
}

impl<'k, 'n> Present<'k, 'n> {
    fn new(keys: &'k Keys, members: &'n [Member<'n>]) -> Self {
        Self {
            keys,
            members,
            names: vec![None; keys.keys.len()],
        }
    }

    /// Whether the object has a key, named by the schema or not.
    fn has(&self, name: &str) -> bool {
        match self.keys.place(name) {
            Some(place) => self.names.get(place).is_some_and(Option::is_some),
            None => self.members.iter().any(|member| member.key == name),
        }
    }
}

impl<'n> Walk<'_, 'n> {
    /// Judges an object by what a rule says of keys.
    pub(super) fn object(
        &mut self,
        id: RuleId,
        keys: &Keys,
        node: &'n Node<'_>,
        members: &'n [Member<'_>],
    ) {
        let mut present = Present::new(keys, members);
        let mut count = 0;
        for member in members {
            let place = keys.place(&member.key);
            let named = place.and_then(|place| keys.keys.get(place));
            if named.is_some_and(|named| named.is_absent(&member.value)) {
                self.unsettled = true;
                continue;
            }
            count += 1;
            // By another name, which others than the struct's own decoder do not know.
            self.unsettled |= named.is_some_and(|named| named.name != member.key);
            let known = place.and_then(|place| present.names.get_mut(place));
            let other = known.and_then(|name| name.replace(&member.key));
            let step = Step::Key((&*member.key).into());
            if let Some(other) = other {
                let fault = Fault::SameKey(other.to_owned());
                self.under(step, Position::Additional, |walk| walk.fail(id, fault));
                continue;
            }
            self.member(id, keys, named, member);
        }
        self.missing(id, &present);
        if !is_between(count, keys.min, keys.max) {
            self.fail(id, Fault::MemberCount);
        }
        for (key, rule) in &keys.dependent_rules {
            if present.has(key) {
                self.value(*rule, node);
            }
        }
    }

    /// Judges one member, whose key the schema names or does not.
    fn member(&mut self, id: RuleId, keys: &Keys, named: Option<&Key>, member: &'n Member<'_>) {
        let position = match named {
            Some(&Key { required, .. }) => Position::Member { required },
            None => Position::Additional,
        };
        let step = Step::Key((&*member.key).into());
        let own = named.and_then(|named| named.rule);
        let mut by_pattern = keys
            .patterns
            .iter()
            .filter(|(pattern, _)| pattern.admits(&member.key))
            .map(|(_, rule)| *rule)
            .peekable();
        let is_additional = own.is_none() && by_pattern.peek().is_none();
        if is_additional && keys.additional == Additional::None {
            return self.under(step, position, |walk| walk.fail(id, Fault::UnknownKey));
        }
        self.under(step, position, |walk| {
            for rule in own.into_iter().chain(by_pattern) {
                walk.value(rule, &member.value);
            }
            if let (true, Additional::Fitting(rule)) = (is_additional, keys.additional) {
                walk.value(rule, &member.value);
            }
            if let Some(names) = keys.names
                && !walk.rules.fits(names, &Node::String((&*member.key).into()))
            {
                walk.fail(id, Fault::KeyName);
            }
        });
    }

    /// The keys that have to be there and are not.
    fn missing(&mut self, id: RuleId, present: &Present<'_, '_>) {
        let required = Position::Member { required: true };
        for (key, name) in present.keys.keys.iter().zip(&present.names) {
            if key.required && name.is_none() {
                let step = Step::Key(key.name.clone().into());
                let is_tag = present.keys.is_external_tag();
                self.under(step, required, |walk| {
                    walk.fail_tag(id, Fault::MissingKey, is_tag);
                });
            }
        }
        for (key, wanted) in &present.keys.dependent {
            if !present.has(key) {
                continue;
            }
            for wanted in wanted {
                if !present.has(wanted) {
                    let step = Step::Key(wanted.clone().into());
                    let fault = Fault::MissingWith(key.clone());
                    self.under(step, required, |walk| walk.fail(id, fault));
                }
            }
        }
    }
}
