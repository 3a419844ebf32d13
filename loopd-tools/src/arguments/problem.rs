//! What does not fit, in the model's words and as data.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::place::Place;

/// One thing that does not fit in the arguments of a call.
///
/// `Display` is what the model reads: the place, then what is wrong and what is wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    pointer: String,
    path: String,
    kind: ProblemKind,
    message: String,
}

/// The kind of a [`Problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ProblemKind {
    /// The text is not JSON.
    Syntax,
    /// The text ends inside a value.
    CutOff,
    /// More text than the limit allows.
    TooLarge,
    /// Lists and objects in each other beyond the limit.
    TooDeep,
    /// A number beyond what can be held.
    NumberTooLarge,
    /// A key stands twice in one object, by one name or by two.
    DuplicateKey,
    /// A key that the schema does not have.
    UnknownKey,
    /// A key that has to be there is not.
    MissingKey,
    /// Another kind of JSON is wanted.
    WrongType,
    /// The value is none of those that are listed.
    UnlistedValue,
    /// The number is beyond a bound, or no multiple of what is wanted.
    OutOfRange,
    /// The string is too short or too long.
    WrongLength,
    /// The string does not have the wanted form.
    WrongPattern,
    /// Too few or too many items, or too few or too many of a kind.
    WrongItemCount,
    /// Two items are the same.
    RepeatedItem,
    /// Too few or too many keys.
    WrongKeyCount,
    /// The value fits none of the variants.
    NoVariant,
    /// The value fits more than one variant.
    ManyVariants,
    /// The value fits what is forbidden.
    Forbidden,
    /// The tool's own type refuses a value that the schema allows.
    Refused,
    /// Something else that the schema does not allow: what the feature `jsonschema` checks.
    Other,
}

impl Problem {
    pub(crate) fn new(place: &Place, kind: ProblemKind, message: impl Into<String>) -> Self {
        Self {
            pointer: place.pointer(),
            path: place.to_string(),
            kind,
            message: message.into(),
        }
    }

    /// The place as a JSON Pointer (RFC 6901): `/ranges/1/start`, empty for the whole. For a
    /// missing key, where it has to be.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The place as the model reads it: `ranges[1].start`, empty for the whole.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The kind of the problem.
    #[must_use]
    pub fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// What is wrong and what is wanted, for the model, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.message),
            path => write!(f, "`{path}`: {}", self.message),
        }
    }
}
