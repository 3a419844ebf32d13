//! Where in the arguments something is.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::shown::shown_key;

/// One step on the way from the root to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    Key(Cow<'a, str>),
    Item(usize),
}

impl Step<'_> {
    pub(crate) fn to_static(&self) -> Step<'static> {
        match self {
            Self::Key(key) => Step::Key(Cow::Owned(key.clone().into_owned())),
            Self::Item(index) => Step::Item(*index),
        }
    }
}

/// The way from the root to a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Place {
    steps: Vec<Step<'static>>,
}

impl Place {
    pub(crate) fn new(steps: &[Step<'_>]) -> Self {
        Self {
            steps: steps.iter().map(Step::to_static).collect(),
        }
    }

    pub(crate) fn steps(&self) -> &[Step<'static>] {
        &self.steps
    }

    /// The place in a value that a JSON Pointer (RFC 6901) leads to.
    #[cfg(feature = "jsonschema")]
    pub(crate) fn from_pointer(pointer: &str, mut value: &serde_json::Value) -> Self {
        let mut steps = Vec::new();
        for token in pointer.split('/').skip(1) {
            let key = token.replace("~1", "/").replace("~0", "~");
            let index = value.as_array().and_then(|_| key.parse().ok());
            value = index.map_or_else(|| &value[&key], |index: usize| &value[index]);
            steps.push(index.map_or(Step::Key(Cow::Owned(key)), Step::Item));
        }
        Self { steps }
    }

    /// The place of a member of what is here.
    #[must_use]
    pub(crate) fn key(&self, key: &str) -> Self {
        let mut place = self.clone();
        place.steps.push(Step::Key(Cow::Owned(key.to_owned())));
        place
    }

    /// The key of the member that is here; empty elsewhere.
    pub(crate) fn last_key(&self) -> &str {
        match self.steps.last() {
            Some(Step::Key(key)) => key,
            _ => "",
        }
    }

    /// The place that is `rest` further.
    #[must_use]
    pub(crate) fn join(&self, rest: &Self) -> Self {
        let mut joined = self.clone();
        joined.steps.extend_from_slice(&rest.steps);
        joined
    }

    /// Whether this place is `other` or one inside it.
    pub(crate) fn is_under(&self, other: &Self) -> bool {
        self.steps.starts_with(&other.steps)
    }

    /// The place as a JSON Pointer (RFC 6901).
    pub(crate) fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in &self.steps {
            pointer.push('/');
            match step {
                Step::Key(key) => pointer.push_str(&key.replace('~', "~0").replace('/', "~1")),
                // Writing to a `String` can't fail.
                Step::Item(index) => drop(write!(pointer, "{index}")),
            }
        }
        pointer
    }
}

/// As in a program: `ranges[1].start`. A key that is no name stands in brackets, quoted; a long one
/// is shortened.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            match step {
                Step::Item(item) => write!(f, "[{item}]")?,
                Step::Key(key) => {
                    let key = shown_key(key);
                    match index {
                        _ if !is_name(&key) => write!(f, "[{}]", quoted(&key))?,
                        0 => f.write_str(&key)?,
                        _ => write!(f, ".{key}")?,
                    }
                }
            }
        }
        Ok(())
    }
}

fn is_name(key: &str) -> bool {
    !key.is_empty()
        && key
            .chars()
            .all(|character| character.is_alphanumeric() || matches!(character, '_' | '-' | '$'))
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    // Writing a string as JSON can't fail.
    serde_json::to_string(text).unwrap_or_default()
}
