//! Foreign text, made safe to print.

use std::fmt::{self, Write};

/// Foreign text in one line for a terminal: at most `bound` characters of it, with everything that
/// could act on a terminal or hide from a reader written as `\u{..}`: control characters, line
/// ends, marks that change the direction of writing, characters without a width.
#[derive(Debug, Clone, Copy)]
pub struct Plain<'a> {
    text: &'a str,
    bound: usize,
}

impl<'a> Plain<'a> {
    /// At most `bound` characters of `text`; `…` stands for the rest.
    #[must_use]
    pub fn new(text: &'a str, bound: usize) -> Self {
        Self { text, bound }
    }
}

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, character) in self.text.chars().enumerate() {
            if count == self.bound {
                return f.write_char('…');
            }
            if is_plain(character) {
                f.write_char(character)?;
            } else {
                write!(f, "{}", character.escape_unicode())?;
            }
        }
        Ok(())
    }
}

fn is_plain(character: char) -> bool {
    !(character.is_control() || is_invisible(character))
}

/// Characters that a reader can't see, by the blocks of Unicode they are in: soft hyphen, Arabic
/// letter mark, Mongolian separators, general punctuation's zero-width, direction and line marks,
/// variation selectors, Hangul fillers, the byte-order mark, interlinear marks, tags.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}
