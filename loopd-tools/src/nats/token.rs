//! The parts that subjects are made of.

use thiserror::Error;

/// How many characters a part may have.
const LONGEST: usize = 64;

/// A text that can't be a part of a subject.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{what} {text:?} can't be a part of a subject; it needs 1 to 64 letters of a-z and A-Z, digits, \
     `_` and `-`{dots}"
)]
pub struct BadToken {
    what: &'static str,
    text: String,
    dots: &'static str,
}

/// Whether `text` can be one part of a subject, and of a name in the services API (ADR-32 of NATS).
pub(super) fn is_token(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(allowed)
}

/// `text` as one part.
pub(super) fn token(what: &'static str, text: &str) -> Result<(), BadToken> {
    check(is_token(text), what, text, "")
}

/// `text` as several parts.
pub(super) fn tokens(what: &'static str, text: &str) -> Result<(), BadToken> {
    let dots = ", and dots between such parts";
    check(text.split('.').all(is_token), what, text, dots)
}

fn check(good: bool, what: &'static str, text: &str, dots: &'static str) -> Result<(), BadToken> {
    if good {
        return Ok(());
    }
    let text = text.chars().take(LONGEST).collect();
    Err(BadToken { what, text, dots })
}
