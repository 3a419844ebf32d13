//! The one place that knows JSON's grammar: tokens of a text, one by one.

use std::borrow::Cow;

use super::number::{Number, number_length};

/// What makes a text no JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) kind: SyntaxErrorKind,
    /// The byte where it shows.
    pub(crate) at: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SyntaxErrorKind {
    /// The text ends inside a value.
    CutOff,
    /// Something else than what is named.
    Wanted(&'static str),
    /// A comma with no value behind it.
    TrailingComma,
    /// A line break or another control character inside a string.
    ControlCharacter,
    /// A backslash with no meaning.
    BadEscape,
    /// Half of a UTF-16 pair.
    LoneSurrogate,
    /// A number beyond what an `f64` can hold.
    NumberTooLarge,
    /// Lists and objects in each other beyond the limit.
    TooDeep,
    /// A key that `serde_json` takes for its own.
    ReservedKey,
    /// Text behind the value.
    Trailing,
}

/// What the scanner lets pass, for repairs alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Leniency {
    pub(crate) trailing_commas: bool,
    pub(crate) control_characters: bool,
}

/// Reads tokens from a text.
#[derive(Debug, Clone)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    leniency: Leniency,
    /// What leniency was needed so far.
    used: Leniency,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str, leniency: Leniency) -> Self {
        Self {
            text,
            at: 0,
            leniency,
            used: Leniency::default(),
        }
    }

    /// What leniency was needed so far.
    pub(crate) fn used(&self) -> Leniency {
        self.used
    }

    /// All that has not been read.
    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn error<T>(&self, kind: SyntaxErrorKind) -> Result<T, SyntaxError> {
        Err(SyntaxError { kind, at: self.at })
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is no white space, still to be read.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        while let Some(byte) = self.byte() {
            if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    /// Passes the byte that [`peek`](Self::peek) showed.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.at += 1;
    }

    /// Passes `wanted`, which `name` names in an error.
    #[inline]
    pub(crate) fn expect(&mut self, wanted: u8, name: &'static str) -> Result<(), SyntaxError> {
        match self.peek() {
            Some(byte) if byte == wanted => {
                self.at += 1;
                Ok(())
            }
            Some(_) => self.error(SyntaxErrorKind::Wanted(name)),
            None => self.error(SyntaxErrorKind::CutOff),
        }
    }

    /// Goes on inside a list or an object that ends with `close`: whether another element follows.
    /// `first` is whether none was read yet.
    #[inline]
    pub(crate) fn more(&mut self, close: u8, first: bool) -> Result<bool, SyntaxError> {
        let wanted = match close {
            b']' => "`,` or `]`",
            _ => "`,` or `}`",
        };
        match self.peek() {
            None => return self.error(SyntaxErrorKind::CutOff),
            Some(byte) if byte == close => {
                self.at += 1;
                return Ok(false);
            }
            Some(_) if first => return Ok(true),
            Some(b',') => self.at += 1,
            Some(_) => return self.error(SyntaxErrorKind::Wanted(wanted)),
        }
        let comma = self.at - 1;
        match self.peek() {
            None => return self.error(SyntaxErrorKind::CutOff),
            Some(byte) if byte != close => return Ok(true),
            Some(_) => {}
        }
        if !self.leniency.trailing_commas {
            return Err(SyntaxError {
                kind: SyntaxErrorKind::TrailingComma,
                at: comma,
            });
        }
        self.used.trailing_commas = true;
        self.at += 1;
        Ok(false)
    }

    /// Nothing but white space is left.
    #[inline]
    pub(crate) fn end(&mut self) -> Result<(), SyntaxError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => self.error(SyntaxErrorKind::Trailing),
        }
    }

    /// Passes `null`, `true` or `false`.
    pub(crate) fn literal(&mut self, literal: &'static str) -> Result<(), SyntaxError> {
        let rest = self.rest();
        if rest.starts_with(literal) {
            self.at += literal.len();
            return Ok(());
        }
        if literal.starts_with(rest) {
            self.at = self.text.len();
            return self.error(SyntaxErrorKind::CutOff);
        }
        self.error(SyntaxErrorKind::Wanted("a JSON value"))
    }

    /// Reads a number. Call it at a digit or `-`.
    pub(crate) fn number(&mut self) -> Result<Number<'a>, SyntaxError> {
        let rest = self.rest();
        let Some(length) = number_length(rest.as_bytes()) else {
            let is_cut = rest
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'));
            return self.error(if is_cut {
                SyntaxErrorKind::CutOff
            } else {
                SyntaxErrorKind::Wanted("a JSON value")
            });
        };
        match Number::from_scanned(rest.get(..length).unwrap_or_default()) {
            Some(number) => {
                self.at += length;
                Ok(number)
            }
            None => self.error(SyntaxErrorKind::NumberTooLarge),
        }
    }

    /// Reads a string. Call it at its opening quotation mark.
    #[inline]
    pub(crate) fn string(&mut self) -> Result<Cow<'a, str>, SyntaxError> {
        self.at += 1;
        let plain = self.plain();
        if self.byte() == Some(b'"') {
            self.at += 1;
            return Ok(Cow::Borrowed(plain));
        }
        self.string_after(plain)
    }

    /// Reads the rest of a string that does not end after `plain`.
    #[cold]
    fn string_after(&mut self, plain: &str) -> Result<Cow<'a, str>, SyntaxError> {
        let mut text = plain.to_owned();
        loop {
            match self.byte() {
                None => return self.error(SyntaxErrorKind::CutOff),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Cow::Owned(text));
                }
                Some(b'\\') => text.push(self.escape()?),
                Some(control) if self.leniency.control_characters => {
                    self.used.control_characters = true;
                    self.at += 1;
                    text.push(char::from(control));
                }
                Some(_) => return self.error(SyntaxErrorKind::ControlCharacter),
            }
            text.push_str(self.plain());
        }
    }

    /// Passes a string that is written as `wanted` is, and gives it. Anything else is still to be
    /// read. Call it at an opening quotation mark.
    #[inline]
    pub(crate) fn same_string(&mut self, wanted: &str) -> Option<&'a str> {
        let start = self.at + 1;
        let end = start + wanted.len();
        let bytes = self.text.as_bytes();
        if bytes.get(start..end)? != wanted.as_bytes() || bytes.get(end) != Some(&b'"') {
            return None;
        }
        let string = self.text.get(start..end)?;
        self.at = end + 1;
        Some(string)
    }

    /// Reads an integer of at most 18 digits, without point and exponent. Anything else is still to
    /// be read, `-0` too.
    #[inline]
    pub(crate) fn short_integer(&mut self) -> Option<i64> {
        let bytes = self.text.as_bytes().get(self.at..)?;
        let negative = bytes.first() == Some(&b'-');
        let digits = bytes.get(usize::from(negative)..)?;
        let mut value = 0_i64;
        let mut count = 0;
        while let Some(digit @ b'0'..=b'9') = digits.get(count) {
            if count == 18 {
                return None;
            }
            value = value * 10 + i64::from(digit - b'0');
            count += 1;
        }
        let is_whole = !matches!(digits.get(count), Some(b'.' | b'e' | b'E'));
        let is_plain = match digits.first() {
            Some(b'0') => count == 1 && !negative,
            _ => count > 0,
        };
        if !is_whole || !is_plain {
            return None;
        }
        self.at += usize::from(negative) + count;
        Some(if negative { -value } else { value })
    }

    /// Passes what stands for itself in a string.
    #[inline]
    fn plain(&mut self) -> &'a str {
        let rest = self.rest();
        let length = plain_length(rest.as_bytes());
        self.at += length;
        // The end is before an ASCII byte or at the text's end, so on a boundary.
        rest.get(..length).unwrap_or_default()
    }

    /// Reads what a backslash begins.
    fn escape(&mut self) -> Result<char, SyntaxError> {
        let start = self.at;
        let fail = |kind| Err(SyntaxError { kind, at: start });
        self.at += 1;
        let Some(byte) = self.byte() else {
            return fail(SyntaxErrorKind::CutOff);
        };
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let high = self.hex()?;
                match high {
                    0xd800..=0xdbff if self.rest().starts_with("\\u") => {
                        self.at += 2;
                        let low = self.hex()?;
                        if !(0xdc00..=0xdfff).contains(&low) {
                            return fail(SyntaxErrorKind::LoneSurrogate);
                        }
                        let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                        char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
                    }
                    // The other half may be what was cut off.
                    0xd800..=0xdbff if self.rest().is_empty() => {
                        return fail(SyntaxErrorKind::CutOff);
                    }
                    _ => match char::from_u32(high) {
                        Some(character) => character,
                        None => return fail(SyntaxErrorKind::LoneSurrogate),
                    },
                }
            }
            _ => return fail(SyntaxErrorKind::BadEscape),
        })
    }

    /// Reads four hexadecimal digits.
    fn hex(&mut self) -> Result<u32, SyntaxError> {
        let rest = self.rest().as_bytes();
        let digits = rest.get(..4).unwrap_or(rest);
        let mut code = 0;
        for &byte in digits {
            match char::from(byte).to_digit(16) {
                Some(digit) => code = code * 16 + digit,
                None => return self.error(SyntaxErrorKind::BadEscape),
            }
        }
        if digits.len() < 4 {
            return self.error(SyntaxErrorKind::CutOff);
        }
        self.at += 4;
        Ok(code)
    }
}

/// How many bytes at the beginning stand for themselves in a string: no quotation mark, no
/// backslash, no control character. Eight at a time, by the usual tricks on bytes in a word.
fn plain_length(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let equals = |word: u64, byte: u8| {
        let zero = word ^ (ONES * u64::from(byte));
        zero.wrapping_sub(ONES) & !zero
    };
    let mut length = 0;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        let word = u64::from_le_bytes(*word);
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let special = (control | equals(word, b'"') | equals(word, b'\\')) & HIGHS;
        if special != 0 {
            // A borrow may mark a later byte by mistake, never an earlier one.
            return length + special.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
    length + rest.iter().position(is_special).unwrap_or(rest.len())
}
