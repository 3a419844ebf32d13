//! A JSON number by its exact text: no digit is lost, whatever the size.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

/// A JSON number, exactly as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Number<'a> {
    /// Text by the grammar of JSON numbers, and finite as an `f64`.
    text: Cow<'a, str>,
}

impl<'a> Number<'a> {
    /// The number that `text` is. None unless it is one by JSON's grammar and finite as an `f64`.
    pub(crate) fn parse(text: impl Into<Cow<'a, str>>) -> Option<Self> {
        let text = text.into();
        let length = number_length(text.as_bytes())?;
        let number = Self { text };
        (length == number.text.len() && number.is_finite()).then_some(number)
    }

    /// Whether a text is a number by JSON's grammar.
    pub(crate) fn is_number(text: &str) -> bool {
        number_length(text.as_bytes()) == Some(text.len())
    }

    /// A number whose text the scanner has already found to be one.
    pub(crate) fn from_scanned(text: &'a str) -> Option<Self> {
        let text = Cow::Borrowed(text);
        let number = Self { text };
        number.is_finite().then_some(number)
    }

    pub(crate) fn from_value(value: &serde_json::Number) -> Option<Self> {
        Self::parse(value.to_string())
    }

    /// The number that a schema's bound means. A large one that is no integer there was one that
    /// `serde_json` had to hold as an `f64`: its exact value is meant, as the digits that it is
    /// written with are only enough to tell it from other `f64`s.
    pub(crate) fn from_bound(value: &serde_json::Number) -> Option<Self> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let number = Self::from_value(value)?;
        let float = number.as_f64();
        if number.is_plain() || float.abs() < EXACT {
            return Some(number);
        }
        Self::parse(format!("{float:.0}"))
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Digits alone can't be infinite below 300 of them.
    fn is_finite(&self) -> bool {
        let has_exponent = self.text.bytes().any(|byte| matches!(byte, b'e' | b'E'));
        (self.text.len() < 300 && !has_exponent) || self.as_f64().is_finite()
    }

    /// The nearest `f64`.
    pub(crate) fn as_f64(&self) -> f64 {
        self.text.parse().unwrap_or(f64::NAN)
    }

    /// The nearest `f32`.
    pub(crate) fn as_f32(&self) -> f32 {
        self.text.parse().unwrap_or(f32::NAN)
    }

    /// Whether the text has neither point nor exponent.
    pub(crate) fn is_plain(&self) -> bool {
        self.text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-')
    }

    /// The value of an integer of a few digits.
    pub(crate) fn as_short(&self) -> Option<i64> {
        // Digits alone, and too few to overflow.
        if self.text.len() > 18 {
            return None;
        }
        self.text.parse().ok()
    }

    /// Whether the value has no fraction, in whatever notation.
    pub(crate) fn is_integral(&self) -> bool {
        self.is_plain() || self.decimal().is_integral()
    }

    /// The value as digits alone, with a `-` before them where it is below zero; none where it has
    /// a fraction.
    pub(crate) fn integer_text(&self) -> Option<Cow<'_, str>> {
        if self.is_plain() && &*self.text != "-0" {
            return Some(Cow::Borrowed(&self.text));
        }
        self.decimal().integer_text().map(Cow::Owned)
    }

    /// The exact value.
    pub(crate) fn decimal(&self) -> Decimal {
        Decimal::of(&self.text)
    }

    pub(crate) fn into_owned(self) -> Number<'static> {
        Number {
            text: Cow::Owned(self.text.into_owned()),
        }
    }
}

/// How many bytes at the beginning of `bytes` are a number by JSON's grammar.
pub(crate) fn number_length(bytes: &[u8]) -> Option<usize> {
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        let end = rest.iter().position(|byte| !byte.is_ascii_digit());
        end.unwrap_or(rest.len())
    };
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    at += match bytes.get(at)? {
        b'0' => 1,
        b'1'..=b'9' => digits(at),
        _ => return None,
    };
    if bytes.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if fraction == 0 {
            return None;
        }
        at += 1 + fraction;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        if exponent == 0 {
            return None;
        }
        at += 1 + sign + exponent;
    }
    Some(at)
}

/// An exact value: `0.d1 d2 d3 .. × 10^exponent`, with neither a leading nor a trailing zero among
/// the digits. No digits are zero.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// The value of a number's text.
    fn of(text: &str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, saturating_exponent(exponent)),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits = String::with_capacity(whole.len() + fraction.len());
        digits.push_str(whole);
        digits.push_str(fraction);
        let leading = digits.len() - digits.trim_start_matches('0').len();
        let digits = digits[leading..].trim_end_matches('0').to_owned();
        if digits.is_empty() {
            return Self {
                negative: false,
                digits,
                exponent: 0,
            };
        }
        let point = length(whole) - i64::try_from(leading).unwrap_or(i64::MAX);
        Self {
            negative,
            digits,
            exponent: exponent.saturating_add(point),
        }
    }

    fn is_integral(&self) -> bool {
        self.exponent >= length(&self.digits)
    }

    fn integer_text(&self) -> Option<String> {
        if self.digits.is_empty() {
            return Some("0".to_owned());
        }
        // Finite as an `f64`, so there are at most 309 digits before the point.
        let width = usize::try_from(self.exponent).ok().filter(|&n| n <= 400)?;
        if width < self.digits.len() {
            return None;
        }
        let sign = if self.negative { "-" } else { "" };
        Some(format!("{sign}{:0<width$}", self.digits))
    }

    /// The value if it is whole; the end of `i64` on its side if it is beyond.
    pub(crate) fn saturated(&self) -> Option<i64> {
        let end = if self.negative { i64::MIN } else { i64::MAX };
        Some(self.integer_text()?.parse().unwrap_or(end))
    }

    /// Whether the value is a whole multiple of `factor`.
    ///
    /// Neither ends in a zero, so a value with more decimal places than the factor is none; in all
    /// other cases the rest is found digit by digit.
    pub(crate) fn is_multiple_of(&self, factor: &Self) -> bool {
        if self.digits.is_empty() {
            return true;
        }
        let Ok(divisor) = factor.digits.parse::<u64>() else {
            return false;
        };
        let last = |number: &Self| number.exponent.saturating_sub(length(&number.digits));
        let Ok(zeros) = usize::try_from(last(self).saturating_sub(last(factor))) else {
            return false;
        };
        if divisor == 0 || zeros > 2_000 {
            return false;
        }
        let digits = self.digits.bytes().map(|byte| byte - b'0');
        let rest = digits
            .chain(std::iter::repeat_n(0, zeros))
            .fold(0_u128, |rest, digit| {
                (rest * 10 + u128::from(digit)) % u128::from(divisor)
            });
        rest == 0
    }

    fn sign(&self) -> i8 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => -1,
        }
    }
}

/// Plain digits where they are few, else with an exponent.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.integer_text().filter(|text| text.len() <= 40) {
            return f.write_str(&text);
        }
        let sign = if self.negative { "-" } else { "" };
        let digits = &self.digits;
        match usize::try_from(self.exponent) {
            Ok(point @ 1..) if point < digits.len() => {
                let (whole, fraction) = digits.split_at(point);
                write!(f, "{sign}{whole}.{fraction}")
            }
            Ok(0) => write!(f, "{sign}0.{digits}"),
            _ if (-6..0).contains(&self.exponent) => {
                let zeros = usize::try_from(-self.exponent).unwrap_or_default();
                write!(
                    f,
                    "{sign}0.{:0>width$}",
                    digits,
                    width = digits.len() + zeros
                )
            }
            _ => {
                let (first, rest) = digits.split_at(1);
                let point = if rest.is_empty() { "" } else { "." };
                write!(
                    f,
                    "{sign}{first}{point}{rest}e{}",
                    self.exponent.saturating_sub(1)
                )
            }
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let magnitude = || {
            let exponents = self.exponent.cmp(&other.exponent);
            exponents.then_with(|| self.digits.cmp(&other.digits))
        };
        self.sign()
            .cmp(&other.sign())
            .then_with(|| match self.sign() {
                0 => Ordering::Equal,
                1 => magnitude(),
                _ => magnitude().reverse(),
            })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An exponent's value; one beyond `i64` is as good as its end.
fn saturating_exponent(text: &str) -> i64 {
    let end = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    text.parse().unwrap_or(end)
}

fn length(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}
