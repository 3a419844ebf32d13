//! Words behind a complete object.

/// Whether what stands behind an object is words alone: nothing that could be more JSON, or the
/// rest of an object that was closed too early.
pub(super) fn is_prose(rest: &str) -> bool {
    let is_json = |character| matches!(character, '{' | '}' | '[' | ']' | '"');
    rest.contains(char::is_alphabetic)
        && !rest.contains(is_json)
        && !rest.starts_with([',', ':', '\''])
}
