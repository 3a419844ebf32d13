//! A byte-order mark before the JSON.

/// The text behind a byte-order mark.
pub(super) fn behind(text: &str) -> Option<&str> {
    text.strip_prefix('\u{feff}')
}
