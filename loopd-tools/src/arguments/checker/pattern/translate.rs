//! From the regular expressions of JSON Schema, which are those of ECMA-262, to those of
//! `regex-lite`. What the two do not share is written in other words, or refused.

use std::iter::Peekable;
use std::str::Chars;

/// White space as ECMA-262 has it: `WhiteSpace` and `LineTerminator`.
const SPACE: &str = r"\t\n\x0B\x0C\r \u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";

/// The same pattern for `regex-lite`, or why there is none.
pub(super) fn translate(pattern: &str) -> Result<String, String> {
    let mut translator = Translator {
        rest: pattern.chars().peekable(),
        out: String::with_capacity(pattern.len()),
    };
    match translator.all() {
        Ok(()) => Ok(translator.out),
        Err(what) => Err(format!("the pattern `{pattern}` can't be checked: {what}")),
    }
}

struct Translator<'p> {
    rest: Peekable<Chars<'p>>,
    out: String,
}

impl Translator<'_> {
    fn all(&mut self) -> Result<(), String> {
        while let Some(character) = self.rest.next() {
            match character {
                '\\' => self.escape(false)?,
                '[' => self.class()?,
                '.' => self.out.push_str(r"[^\n\r\u{2028}\u{2029}]"),
                '(' => self.group()?,
                other => self.out.push(other),
            }
        }
        Ok(())
    }

    /// Groups: those that capture, those that do not and those with a name.
    fn group(&mut self) -> Result<(), String> {
        self.out.push('(');
        if self.rest.next_if_eq(&'?').is_none() {
            return Ok(());
        }
        match self.rest.next() {
            Some(':') => self.out.push_str("?:"),
            Some('<') if !matches!(self.rest.peek(), Some('=' | '!')) => self.out.push_str("?P<"),
            _ => return Err("it looks around".to_owned()),
        }
        Ok(())
    }

    fn class(&mut self) -> Result<(), String> {
        self.out.push('[');
        if self.rest.next_if_eq(&'^').is_some() {
            self.out.push('^');
        }
        if self.rest.peek() == Some(&']') {
            return Err("it has an empty class".to_owned());
        }
        while let Some(character) = self.rest.next() {
            match character {
                ']' => {
                    self.out.push(']');
                    return Ok(());
                }
                '\\' => self.escape(true)?,
                // These begin nested classes and set operations there.
                '[' | '&' | '~' => {
                    self.out.push('\\');
                    self.out.push(character);
                }
                '-' if self.rest.peek() == Some(&'-') => self.out.push_str(r"\-"),
                other => self.out.push(other),
            }
        }
        Err("a class has no end".to_owned())
    }

    fn escape(&mut self, in_class: bool) -> Result<(), String> {
        let Some(character) = self.rest.next() else {
            return Err("nothing follows the last backslash".to_owned());
        };
        match character {
            's' if in_class => self.out.push_str(SPACE),
            's' => self.out.push_str(&format!("[{SPACE}]")),
            'S' if in_class => return Err(r"`\S` stands in a class".to_owned()),
            'S' => self.out.push_str(&format!("[^{SPACE}]")),
            'd' | 'D' | 'w' | 'W' | 'n' | 'r' | 't' => self.push_escaped(character),
            'v' => self.out.push_str(r"\x0B"),
            'f' => self.out.push_str(r"\x0C"),
            'b' if in_class => self.out.push_str(r"\x08"),
            'b' | 'B' => self.push_escaped(character),
            'x' => self.code(2)?,
            'u' => self.code(4)?,
            '0' => self.out.push_str(r"\x00"),
            other if other.is_ascii_alphanumeric() => {
                return Err(format!(r"it has `\{other}`"));
            }
            other if other.is_ascii_punctuation() => self.push_escaped(other),
            other => self.out.push(other),
        }
        Ok(())
    }

    fn push_escaped(&mut self, character: char) {
        self.out.push('\\');
        self.out.push(character);
    }

    /// A character by its hexadecimal code.
    fn code(&mut self, digits: usize) -> Result<(), String> {
        let code: String = self.rest.by_ref().take(digits).collect();
        if code.len() != digits || !code.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err("a code has too few digits".to_owned());
        }
        self.out.push_str(&format!(r"\u{{{code}}}"));
        Ok(())
    }
}
