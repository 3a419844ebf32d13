//! One code fence around the whole.

const FENCE: &str = "```";

/// What stands in the one code fence that is the whole text, with or without a language's name.
pub(super) fn inside(text: &str) -> Option<&str> {
    let inside = text.trim().strip_prefix(FENCE)?.strip_suffix(FENCE)?;
    let is_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let inside = inside.trim_start_matches(is_name).trim();
    inside.starts_with('{').then_some(inside)
}
