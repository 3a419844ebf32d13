//! The names that every consumer takes.

use thiserror::Error;

use crate::registry::is_reserved;

use super::error::ToolboxError;

/// How many characters a name may have: the bound of `OpenAI`, Gemini and Claude Desktop.
pub(crate) const LONGEST: usize = 64;

/// What is wrong with a tool's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadName {
    /// There is none.
    #[error("the name is empty")]
    Empty,
    /// It begins with something else than a letter or `_`.
    #[error("the name begins with {0:?}; it must begin with a letter of a-z or A-Z, or with `_`")]
    Start(char),
    /// A character in it is not taken everywhere.
    #[error("the name holds {0:?}; letters of a-z and A-Z, digits, `_` and `-` are allowed")]
    Character(char),
    /// It is too long.
    #[error("the name has {0} characters; 64 are allowed, a namespace's prefix included")]
    Long(usize),
}

/// Whether a tool may have this name.
pub(super) fn check(name: &str) -> Result<(), ToolboxError> {
    if is_reserved(name) {
        return Err(ToolboxError::Reserved {
            name: name.to_owned(),
        });
    }
    spelled(name).map_err(|reason| ToolboxError::BadName {
        name: name.to_owned(),
        reason,
    })
}

/// Whether a tool may have this name, as far as the name alone goes.
#[cfg(feature = "mcp")]
pub(crate) fn is_free(name: &str) -> bool {
    check(name).is_ok()
}

/// Whether the name has the form `[a-zA-Z_][a-zA-Z0-9_-]{0,63}`.
pub(crate) fn spelled(name: &str) -> Result<(), BadName> {
    let mut characters = name.chars();
    match characters.next() {
        None => return Err(BadName::Empty),
        Some(first) if first.is_ascii_alphabetic() || first == '_' => {}
        Some(first) => return Err(BadName::Start(first)),
    }
    let allowed = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    match characters.find(|c| !allowed(c)) {
        Some(other) => Err(BadName::Character(other)),
        None if name.len() > LONGEST => Err(BadName::Long(name.len())),
        None => Ok(()),
    }
}
