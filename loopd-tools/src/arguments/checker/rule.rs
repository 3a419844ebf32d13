//! A schema in the form that the walk reads.

use super::keys::Keys;
use super::pattern::Pattern;
use crate::arguments::number::{Decimal, Number};
use crate::arguments::tree::Node;

/// The place of a rule in its [`Rules`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct RuleId(pub(super) usize);

/// All subschemas of one schema.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    pub(super) rules: Vec<Rule>,
    pub(super) root: RuleId,
}

impl Rules {
    pub(crate) fn root(&self) -> RuleId {
        self.root
    }

    #[inline]
    pub(crate) fn get(&self, id: RuleId) -> &Rule {
        // Ids come from `compile` alone, which made the rule before it gave the id away.
        &self.rules[id.0]
    }
}

impl Rules {
    /// Whether a value of any of these kinds may fit a rule, as far as kinds and listed values
    /// tell.
    pub(crate) fn may_be(&self, id: RuleId, kinds: Kinds) -> bool {
        let rule = self.get(id);
        if !rule.kinds.has(kinds) {
            return false;
        }
        let is_listed =
            |values: &Vec<Node<'_>>| values.iter().any(|value| kinds.has(Kinds::of(value)));
        let may_any = |rules: &Vec<RuleId>| rules.iter().any(|&rule| self.may_be(rule, kinds));
        rule.values.as_ref().is_none_or(is_listed)
            && rule.all.iter().all(|&rule| self.may_be(rule, kinds))
            && rule.any.as_ref().is_none_or(may_any)
            && rule.one.as_ref().is_none_or(may_any)
    }
}

/// What one subschema says of a value.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rule {
    pub(crate) kinds: Kinds,
    /// `enum` and `const`.
    pub(crate) values: Option<Vec<Node<'static>>>,
    pub(crate) number: NumberRule,
    pub(crate) string: StringRule,
    pub(crate) array: ArrayRule,
    pub(crate) object: Option<Box<Keys>>,
    /// `allOf` and `$ref`.
    pub(crate) all: Vec<RuleId>,
    pub(crate) any: Option<Vec<RuleId>>,
    pub(crate) one: Option<Vec<RuleId>>,
    pub(crate) not: Option<RuleId>,
    pub(crate) condition: Option<Condition>,
}

impl Rule {
    /// The variants of an enum.
    pub(crate) fn variants(&self) -> Option<&[RuleId]> {
        self.any.as_deref().or(self.one.as_deref())
    }

    /// Whether the rule says anything beyond what it says of single kinds.
    pub(crate) fn is_combined(&self) -> bool {
        !self.all.is_empty()
            || self.any.is_some()
            || self.one.is_some()
            || self.not.is_some()
            || self.condition.is_some()
    }

    /// Whether a string is listed, as long as it has to be, and of the wanted form.
    #[inline]
    pub(crate) fn admits_text(&self, text: &str) -> bool {
        let is_listed = |values: &Vec<Node<'_>>| {
            values
                .iter()
                .any(|value| matches!(value, Node::String(value) if value == text))
        };
        self.values.as_ref().is_none_or(is_listed)
            && self.string.has_length(text)
            && self.string.has_form(text)
    }

    /// Whether a number is within the bounds and written as it has to be read: no whole number with
    /// a point where an integer is wanted.
    pub(crate) fn admits_plainly(&self, number: &Number<'_>) -> bool {
        (number.is_plain() || self.kinds.has(Kinds::FRACTION)) && self.number.admits(number)
    }

    /// Whether a number is within the bounds and of a kind that is wanted.
    pub(crate) fn admits(&self, number: &Number<'_>) -> bool {
        let kind = if number.is_integral() {
            Kinds::INTEGER
        } else {
            Kinds::FRACTION
        };
        self.kinds.has(kind) && self.number.admits(number)
    }
}

/// Bounds of numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct NumberRule {
    pub(crate) minimum: Option<Decimal>,
    pub(crate) maximum: Option<Decimal>,
    pub(crate) above: Option<Decimal>,
    pub(crate) below: Option<Decimal>,
    pub(crate) multiple_of: Option<Decimal>,
    /// The least and the greatest of the short integers that are within the bounds, where that is
    /// all that they say of those.
    pub(super) short: Option<(i64, i64)>,
    /// Whether the type that is read from the number has 128 bits.
    pub(crate) wide: bool,
}

impl StringRule {
    #[inline]
    pub(super) fn has_length(&self, text: &str) -> bool {
        (self.min.is_none() && self.max.is_none()) || self.is_between(text)
    }

    fn is_between(&self, text: &str) -> bool {
        let length = text.chars().count();
        self.min.is_none_or(|min| length >= min) && self.max.is_none_or(|max| length <= max)
    }

    #[inline]
    pub(super) fn has_form(&self, text: &str) -> bool {
        self.pattern
            .as_ref()
            .is_none_or(|pattern| pattern.admits(text))
    }
}

impl NumberRule {
    /// Whether a number is within the bounds.
    pub(super) fn admits(&self, number: &Number<'_>) -> bool {
        if let Some(is_within) = number.as_short().and_then(|short| self.admits_short(short)) {
            return is_within;
        }
        let Self {
            minimum,
            maximum,
            above,
            below,
            multiple_of,
            short: _,
            wide: _,
        } = self;
        let value = number.decimal();
        minimum.as_ref().is_none_or(|bound| value >= *bound)
            && maximum.as_ref().is_none_or(|bound| value <= *bound)
            && above.as_ref().is_none_or(|bound| value > *bound)
            && below.as_ref().is_none_or(|bound| value < *bound)
            && multiple_of
                .as_ref()
                .is_none_or(|factor| value.is_multiple_of(factor))
    }

    /// Whether a short integer is within the bounds; none where it takes more to tell.
    #[inline]
    pub(crate) fn admits_short(&self, number: i64) -> Option<bool> {
        let (least, greatest) = self.short?;
        Some((least..=greatest).contains(&number))
    }

    /// Finds which short integers are within the bounds, so that nothing has to be allocated for
    /// them.
    pub(super) fn find_short(&mut self) {
        if self.above.is_some() || self.below.is_some() || self.multiple_of.is_some() {
            return;
        }
        let end = |bound: &Option<Decimal>, none| match bound {
            None => Some(none),
            Some(bound) => bound.saturated(),
        };
        let least = end(&self.minimum, i64::MIN);
        let greatest = end(&self.maximum, i64::MAX);
        self.short = least.zip(greatest);
    }
}

/// What strings look like; bounds in characters.
#[derive(Debug, Clone, Default)]
pub(crate) struct StringRule {
    pub(crate) min: Option<usize>,
    pub(crate) max: Option<usize>,
    pub(crate) pattern: Option<Pattern>,
    /// `format`: an annotation, which examples follow.
    pub(crate) format: Option<String>,
}

/// What lists hold.
#[derive(Debug, Clone, Default)]
pub(crate) struct ArrayRule {
    pub(crate) prefix: Vec<RuleId>,
    pub(crate) items: Option<RuleId>,
    pub(crate) min: Option<usize>,
    pub(crate) max: Option<usize>,
    pub(crate) unique: bool,
    pub(crate) contains: Option<Contains>,
}

/// How many items must fit a rule.
#[derive(Debug, Clone)]
pub(crate) struct Contains {
    pub(crate) rule: RuleId,
    pub(crate) min: usize,
    pub(crate) max: Option<usize>,
}

/// `if`, `then` and `else`.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub(crate) test: RuleId,
    pub(crate) then: Option<RuleId>,
    pub(crate) otherwise: Option<RuleId>,
}

/// A set of kinds of JSON. Numbers are two: those with a fraction and those without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOL: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    pub(crate) const FRACTION: Self = Self(8);
    pub(crate) const NUMBER: Self = Self(4 | 8);
    pub(crate) const STRING: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);
    pub(crate) const ALL: Self = Self(127);

    /// The kinds that a word of `type` means.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOL,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return None,
        })
    }

    #[must_use]
    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub(crate) const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The one kind that a value is of.
    pub(crate) fn of(node: &Node<'_>) -> Self {
        match node {
            Node::Null => Self::NULL,
            Node::Bool(_) => Self::BOOL,
            Node::Number(number) if number.is_integral() => Self::INTEGER,
            Node::Number(_) => Self::FRACTION,
            Node::String(_) => Self::STRING,
            Node::Array(_) => Self::ARRAY,
            Node::Object(_) => Self::OBJECT,
        }
    }
}

impl Default for Kinds {
    fn default() -> Self {
        Self::ALL
    }
}
