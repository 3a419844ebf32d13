//! `cap_result` against a second reading of its rule, made character by character.

use loopd_tools::cap_result;
use proptest::prelude::*;

const MARK: &str = "\n[truncated]";

/// Whole characters as long as they fit.
fn by_characters(text: &str, cap: usize) -> (String, bool) {
    let mut kept = String::new();
    for character in text.chars() {
        if kept.len() + character.len_utf8() > cap {
            return (kept + MARK, true);
        }
        kept.push(character);
    }
    (kept, false)
}

#[test]
fn hand_picked_edges() {
    for (text, cap, capped, cut) in [
        ("", 0, "", false),
        ("a", 0, "\n[truncated]", true),
        ("abc", 3, "abc", false),
        ("abcd", 3, "abc\n[truncated]", true),
        ("äö", 4, "äö", false),
        ("äö", 3, "ä\n[truncated]", true),
        ("äö", 1, "\n[truncated]", true),
        ("🦀🦀", 7, "🦀\n[truncated]", true),
        ("a🦀", 4, "a\n[truncated]", true),
        ("abc", usize::MAX, "abc", false),
        ("\n[truncated]", 12, "\n[truncated]", false),
    ] {
        assert_eq!(cap_result(text, cap), (capped.to_owned(), cut), "{text:?} at {cap}");
    }
}

proptest! {
    #[test]
    fn any_text_at_any_cap(text in "\\PC{0,40}|[äß€🦀\u{301}a\n]{0,60}", cap in 0_usize..130) {
        prop_assert_eq!(cap_result(&text, cap), by_characters(&text, cap));
    }

    #[test]
    fn never_longer_than_the_cap_and_the_mark(text in any::<String>(), cap in any::<usize>()) {
        let (capped, cut) = cap_result(&text, cap);
        if cut {
            let kept = capped.strip_suffix(MARK).unwrap();
            prop_assert!(text.len() > cap);
            prop_assert!(kept.len() <= cap && kept.len() + 4 > cap);
            prop_assert!(text.starts_with(kept));
        } else {
            prop_assert_eq!(capped, text);
        }
    }
}
