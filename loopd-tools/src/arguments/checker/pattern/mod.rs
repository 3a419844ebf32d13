//! Patterns of strings.
//!
//! The forms that map keys have are known without a regex engine. Every other pattern needs the
//! feature `pattern`; without it a schema with one is complained of, never taken unchecked.

#[cfg(feature = "pattern")]
mod translate;

use crate::arguments::number::Number;
use crate::schema::{SIGNED_KEYS, UNSIGNED_KEYS};

/// What a string has to look like.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    /// As the schema writes it.
    #[cfg(feature = "pattern")]
    text: String,
    matcher: Matcher,
}

#[derive(Debug, Clone)]
enum Matcher {
    /// A whole number as JSON writes it.
    Integer,
    /// A whole number from zero.
    Natural,
    #[cfg(feature = "pattern")]
    Regex(regex_lite::Regex),
}

impl Pattern {
    /// The pattern that a schema writes so, or why it can't be checked.
    pub(super) fn new(text: &str) -> Result<Self, String> {
        Ok(Self {
            matcher: matcher(text)?,
            #[cfg(feature = "pattern")]
            text: text.to_owned(),
        })
    }

    /// What a fitting string does: `is a whole number`.
    pub(crate) fn words(&self) -> String {
        match self.matcher {
            Matcher::Integer => "is a whole number".to_owned(),
            Matcher::Natural => "is a whole number from 0".to_owned(),
            #[cfg(feature = "pattern")]
            Matcher::Regex(_) => format!("matches `{}`", self.text),
        }
    }

    /// Whether a fitting string is a whole number.
    pub(crate) fn is_integer(&self) -> bool {
        matches!(self.matcher, Matcher::Integer | Matcher::Natural)
    }

    /// Whether the pattern is found in a string.
    pub(crate) fn admits(&self, string: &str) -> bool {
        match &self.matcher {
            Matcher::Integer => is_integer(string),
            Matcher::Natural => is_integer(string) && !string.starts_with('-'),
            #[cfg(feature = "pattern")]
            Matcher::Regex(regex) => regex.is_match(string),
        }
    }
}

fn is_integer(string: &str) -> bool {
    string != "-0"
        && string
            .bytes()
            .all(|byte| byte == b'-' || byte.is_ascii_digit())
        && Number::is_number(string)
}

fn matcher(text: &str) -> Result<Matcher, String> {
    match text {
        SIGNED_KEYS => Ok(Matcher::Integer),
        UNSIGNED_KEYS => Ok(Matcher::Natural),
        text => regex(text),
    }
}

#[cfg(feature = "pattern")]
fn regex(text: &str) -> Result<Matcher, String> {
    let translated = translate::translate(text)?;
    match regex_lite::Regex::new(&translated) {
        Ok(regex) => Ok(Matcher::Regex(regex)),
        Err(error) => Err(format!("the pattern `{text}` can't be checked: {error}")),
    }
}

#[cfg(not(feature = "pattern"))]
fn regex(text: &str) -> Result<Matcher, String> {
    Err(format!(
        "the pattern `{text}` can't be checked without the feature `pattern` of loopd-tools"
    ))
}
