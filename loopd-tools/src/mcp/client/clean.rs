//! What a server says is data: its texts are made harmless and short.

/// Text of at most `bytes` bytes without what could act on a terminal or hide from a reader:
/// control characters but for tabs and ends of lines, marks that change the direction of writing,
/// and the invisible tags of Unicode. What is left out at the end is told.
pub(super) fn clean(text: &str, bytes: usize) -> String {
    let mut cleaned: String = text.chars().filter(|&c| is_harmless(c)).collect();
    if cleaned.len() > bytes {
        let mut end = bytes;
        while !cleaned.is_char_boundary(end) {
            end -= 1;
        }
        let left_out = cleaned.len() - end;
        cleaned.truncate(end);
        cleaned.push_str(&format!(" [{left_out} bytes left out]"));
    }
    cleaned
}

/// As [`clean`], in one line: for names and titles.
pub(super) fn clean_line(text: &str, bytes: usize) -> String {
    let line = clean(text, bytes);
    let words: Vec<&str> = line.split_whitespace().collect();
    words.join(" ")
}

fn is_harmless(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => true,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => false,
        '\u{e0000}'..='\u{e007f}' => false,
        other => !other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_or_hides_is_gone() {
        assert_eq!(clean("a\u{1b}[31mb\u{7}\tc\n", 99), "a[31mb\tc\n");
        assert_eq!(clean("x\u{202e}y\u{e0041}z\u{85}", 99), "xyz");
        assert_eq!(clean("👩\u{200d}🚀 é", 99), "👩\u{200d}🚀 é");
    }

    #[test]
    fn length_is_bounded_between_characters() {
        assert_eq!(clean("ééé", 3), "é [4 bytes left out]");
        assert_eq!(clean("abc", 3), "abc");
        assert_eq!(clean_line("two\n lines\u{0}", 99), "two lines");
    }
}
