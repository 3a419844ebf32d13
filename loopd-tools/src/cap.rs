//! The bound on what a result may put into a conversation.

/// What stands behind a text that was cut.
const MARK: &str = "\n[truncated]";

/// The first `cap` bytes of `text` at the most, cut on a character boundary and marked, and
/// whether anything was cut. The mark comes on top of `cap`.
#[must_use]
pub fn cap_result(text: &str, cap: usize) -> (String, bool) {
    if text.len() <= cap {
        return (text.to_owned(), false);
    }
    // A boundary is at most three bytes back: no character is longer than four.
    let end = (0..=cap).rev().find(|&end| text.is_char_boundary(end));
    let kept = &text[..end.unwrap_or(0)];
    let mut capped = String::with_capacity(kept.len() + MARK.len());
    capped.push_str(kept);
    capped.push_str(MARK);
    (capped, true)
}
