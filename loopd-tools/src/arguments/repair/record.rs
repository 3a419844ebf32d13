//! What was mended, for hosts and their audit.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::arguments::place::Place;

/// One thing that was mended in the arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Repair {
    /// The place: `ranges[1].start`, empty for the whole.
    pub path: String,
    /// What was done.
    pub kind: RepairKind,
    /// What was sent, shortened.
    pub before: String,
    /// What it was read as, shortened.
    pub after: String,
}

impl Repair {
    pub(super) fn new(place: &Place, kind: RepairKind, before: String, after: String) -> Self {
        Self {
            path: place.to_string(),
            kind,
            before,
            after,
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            before,
            after,
            ..
        } = self;
        match path.as_str() {
            "" => write!(f, "{before} read as {after}"),
            path => write!(f, "`{path}`: {before} read as {after}"),
        }
    }
}

/// The kind of a [`Repair`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RepairKind {
    /// A byte-order mark before the object was passed over.
    ByteOrderMark,
    /// The object stood in a code fence.
    CodeFence,
    /// A comma with nothing behind it was passed over.
    TrailingComma,
    /// A line break or another control character stood raw in a string.
    ControlCharacter,
    /// The object was there twice.
    SameObjectTwice,
    /// Words behind the object were passed over.
    TrailingProse,
    /// The object stood in a string.
    ObjectInString,
    /// An empty string or `"null"` for a key that is not required was read as no key.
    Absent,
    /// A number stood in a string.
    NumberInString,
    /// `true` or `false` stood in a string.
    BoolInString,
    /// A list or an object stood in a string.
    JsonInString,
    /// One value was read as a list of one.
    OneItemList,
    /// A listed value was there in other case.
    ValueCase,
    /// A key was there in another spelling.
    KeySpelling,
}
