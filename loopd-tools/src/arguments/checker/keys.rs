//! What an object rule says of keys.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::pattern::Pattern;
use super::rule::RuleId;
use crate::arguments::tree::Node;

/// The keys of an object.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keys {
    pub(super) keys: Vec<Key>,
    /// The place of each key and alias in `keys`.
    pub(super) places: HashMap<String, usize, RandomState>,
    /// The keys that have to be there, a bit each; of the first 64.
    pub(super) required: u64,
    /// What the values of keys of a form must fit.
    pub(super) patterns: Vec<(Pattern, RuleId)>,
    pub(super) additional: Additional,
    /// What every key must fit, as a string.
    pub(super) names: Option<RuleId>,
    pub(super) min: Option<usize>,
    pub(super) max: Option<usize>,
    /// Keys that must be there when another is: the other's name, then theirs.
    pub(super) dependent: Vec<(String, Vec<String>)>,
    /// What the object must fit when a key is there.
    pub(super) dependent_rules: Vec<(String, RuleId)>,
}

/// A key that the schema names.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    pub(crate) name: String,
    /// What the value must fit; none for a key that is only required.
    pub(crate) rule: Option<RuleId>,
    pub(crate) required: bool,
    /// Whether the value may be `null`. Where it may not and the key is not required, a `null` is
    /// as good as no key.
    pub(crate) nullable: bool,
    /// Other names that the decoder takes.
    pub(crate) aliases: Vec<String>,
}

impl Key {
    /// Whether a value stands for no key at all: `null` where the key need not be there and may
    /// not be `null`.
    pub(super) fn is_absent(&self, value: &Node<'_>) -> bool {
        matches!(value, Node::Null) && !self.required && !self.nullable
    }
}

/// What keys may be there that the schema does not name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Additional {
    #[default]
    Any,
    Fitting(RuleId),
    None,
}

impl Keys {
    /// The keys that the schema names, in its order.
    #[inline]
    pub(crate) fn all(&self) -> &[Key] {
        &self.keys
    }

    pub(crate) fn additional(&self) -> Additional {
        self.additional
    }

    /// The least and the greatest number of keys.
    pub(crate) fn bounds(&self) -> (Option<usize>, Option<usize>) {
        (self.min, self.max)
    }

    /// What every key must fit, as a string.
    pub(crate) fn names(&self) -> Option<RuleId> {
        self.names
    }

    /// The place of the key that has this name or alias.
    #[inline]
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Whether the only key names the variant of an enum.
    pub(super) fn is_external_tag(&self) -> bool {
        self.additional == Additional::None && matches!(&self.keys[..], [key] if key.required)
    }

    /// The keys that have to be there, a bit each; of the first 64.
    #[inline]
    pub(crate) fn required(&self) -> u64 {
        self.required
    }

    /// Whether nothing is said but which keys there are.
    pub(crate) fn says_names_alone(&self) -> bool {
        self.patterns.is_empty()
            && self.names.is_none()
            && self.min.is_none()
            && self.max.is_none()
            && self.dependent.is_empty()
            && self.dependent_rules.is_empty()
    }

    /// The place of `name`, which gets one if it has none.
    pub(super) fn place_or_new(&mut self, name: &str) -> usize {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = self.keys.len();
        self.places.insert(name.to_owned(), place);
        self.keys.push(Key {
            name: name.to_owned(),
            rule: None,
            required: false,
            nullable: true,
            aliases: Vec::new(),
        });
        place
    }
}
