//! What the walk finds, before it is put in words.

use super::rule::RuleId;
use crate::arguments::place::Place;

/// One thing that does not fit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Finding {
    pub(crate) place: Place,
    pub(crate) fault: Fault,
    /// The rule that is broken. For keys it is the object's.
    pub(crate) rule: RuleId,
    pub(crate) position: Position,
}

/// What kind of place a value has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    Root,
    /// A member whose key the schema names.
    Member {
        required: bool,
    },
    /// A member that the schema does not name.
    Additional,
    Item,
}

/// How a value breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Another kind of JSON.
    Kind,
    /// None of the listed values.
    Value,
    /// Beyond a bound, or no multiple of what is wanted.
    Number,
    /// Too short or too long.
    Length,
    /// Not of the wanted form.
    Pattern,
    /// Too few or too many items.
    ItemCount,
    /// The item at the first place is the same as that at the second.
    Repeated(usize, usize),
    /// Too few or too many items of a kind.
    Contains,
    /// Too few or too many members.
    MemberCount,
    /// A key that is not allowed.
    UnknownKey,
    /// A key that has to be there.
    MissingKey,
    /// A key that has to be there because another is.
    MissingWith(String),
    /// The key is another name of one that is there as well.
    SameKey(String),
    /// A key by a name that is not allowed.
    KeyName,
    /// No variant fits; the nearest one, if one is near.
    NoVariant(Option<RuleId>),
    /// More than one variant fits.
    ManyVariants,
    /// Fits what it must not fit.
    Not,
}

impl Fault {
    /// How far a value with this fault is from what is wanted. Compared between variants alone.
    pub(super) fn weight(&self) -> u32 {
        match self {
            Self::Kind => 20,
            Self::Value | Self::NoVariant(_) | Self::ManyVariants | Self::Not => 12,
            Self::MissingKey | Self::MissingWith(_) => 6,
            Self::UnknownKey | Self::SameKey(_) | Self::KeyName => 4,
            Self::Number
            | Self::Length
            | Self::Pattern
            | Self::ItemCount
            | Self::Repeated(..)
            | Self::Contains
            | Self::MemberCount => 2,
        }
    }
}
