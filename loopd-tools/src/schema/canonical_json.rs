//! JSON in one form, by RFC 8785 (JSON Canonicalization Scheme): no white space, keys sorted by
//! their UTF-16 code units, strings with the fewest escapes, numbers as ECMAScript prints doubles.

use serde_json::{Number, Value};

/// The canonical text of a value.
pub(crate) fn canonical_json(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value);
    text
}

fn write(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) => write_number(text, number),
        Value::String(string) => write_string(text, string),
        Value::Array(list) => {
            text.push('[');
            for (place, value) in list.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                write(text, value);
            }
            text.push(']');
        }
        Value::Object(map) => {
            let mut entries: Vec<(Vec<u16>, &String, &Value)> = map
                .iter()
                .map(|(key, value)| (key.encode_utf16().collect(), key, value))
                .collect();
            entries.sort_unstable_by(|left, right| left.0.cmp(&right.0));
            text.push('{');
            for (place, (_, key, value)) in entries.into_iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                write_string(text, key);
                text.push(':');
                write(text, value);
            }
            text.push('}');
        }
    }
}

/// Section 3.2.2.2.
fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for c in string.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            c if c < ' ' => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => text.push(c),
        }
    }
    text.push('"');
}

/// Section 3.2.2.3: the double nearest to the number, as `Number.prototype.toString` prints it.
fn write_number(text: &mut String, number: &Number) {
    match number.as_f64() {
        Some(double) => write_double(text, double),
        // Outside of doubles, which only `arbitrary_precision` can hold: no canonical form exists.
        None => text.push_str(&number.to_string()),
    }
}

fn write_double(text: &mut String, double: f64) {
    if double == 0.0 {
        // Minus zero too.
        text.push('0');
        return;
    }
    if double < 0.0 {
        text.push('-');
    }
    let (digits, point) = shortest(double.abs());
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or_default());
    match point {
        point if (count..=21).contains(&point) => {
            text.push_str(&digits);
            text.push_str(&zeros(point - count));
        }
        1..=21 => {
            let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or_default());
            text.push_str(whole);
            text.push('.');
            text.push_str(fraction);
        }
        -5..=0 => {
            text.push_str("0.");
            text.push_str(&zeros(-point));
            text.push_str(&digits);
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            text.push_str(first);
            if !rest.is_empty() {
                text.push('.');
                text.push_str(rest);
            }
            let exponent = point - 1;
            text.push('e');
            text.push(if exponent < 0 { '-' } else { '+' });
            text.push_str(&exponent.unsigned_abs().to_string());
        }
    }
}

/// The shortest digits that read back as the same double, and how many of them stand before the
/// point. `serde_json` prints them: of two that are as near it takes the even one, as ECMAScript does
/// and the standard library does not.
fn shortest(double: f64) -> (String, i32) {
    let text = Number::from_f64(double).map_or_else(String::new, |number| number.to_string());
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let exponent: i32 = exponent.trim_start_matches('+').parse().unwrap_or_default();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let leading = digits.len() - digits.trim_start_matches('0').len();
    let point = i32::try_from(whole.len()).unwrap_or_default()
        - i32::try_from(leading).unwrap_or_default()
        + exponent;
    (digits.trim_matches('0').to_owned(), point)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// RFC 8785, appendix B: the bits of a double and its text.
    const NUMBERS: [(u64, &str); 26] = [
        (0x0000_0000_0000_0000, "0"),
        (0x8000_0000_0000_0000, "0"),
        (0x0000_0000_0000_0001, "5e-324"),
        (0x8000_0000_0000_0001, "-5e-324"),
        (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
        (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
        (0x4340_0000_0000_0000, "9007199254740992"),
        (0xc340_0000_0000_0000, "-9007199254740992"),
        (0x4430_0000_0000_0000, "295147905179352830000"),
        (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
        (0x44b5_2d02_c7e1_4af6, "1e+23"),
        (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
        (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
        (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
        (0x444b_1ae4_d6e2_ef50, "1e+21"),
        (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
        (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
        (0x41b3_de43_5555_5553, "333333333.3333332"),
        (0x41b3_de43_5555_5554, "333333333.33333325"),
        (0x41b3_de43_5555_5555, "333333333.3333333"),
        (0x41b3_de43_5555_5556, "333333333.3333334"),
        (0x41b3_de43_5555_5557, "333333333.33333343"),
        (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
        (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        (0x3ff0_0000_0000_0000, "1"),
        (0x3fe0_0000_0000_0000, "0.5"),
    ];

    #[test]
    fn doubles_are_those_of_the_rfc() {
        for (bits, text) in NUMBERS {
            let mut written = String::new();
            write_double(&mut written, f64::from_bits(bits));
            assert_eq!(written, text, "{bits:016x}");
        }
    }

    #[test]
    fn keys_are_sorted_by_utf_16() {
        // RFC 8785, section 3.2.3.
        let value = json!({
            "\u{20ac}": "Euro Sign",
            "\r": "Carriage Return",
            "\u{fb33}": "Hebrew Letter Dalet With Dagesh",
            "1": "One",
            "\u{1f600}": "Emoji: Grinning Face",
            "\u{80}": "Control",
            "\u{f6}": "Latin Small Letter O With Diaeresis"
        });
        let text = canonical_json(&value);
        let order = [
            "Carriage Return",
            "One",
            "Control",
            "Latin Small",
            "Euro Sign",
            "Emoji",
            "Hebrew",
        ];
        let places: Vec<usize> = order.iter().filter_map(|name| text.find(name)).collect();
        assert_eq!(places.len(), order.len());
        assert!(places.is_sorted(), "{text}");
    }

    #[test]
    fn strings_have_the_fewest_escapes() {
        // RFC 8785, section 3.2.4.
        let value = json!({
            "string": "\u{20ac}$\u{f}\u{a}A'\u{42}\u{22}\u{5c}\\\"/",
            "literals": [null, true, false]
        });
        let expected = "{\"literals\":[null,true,false],\"string\":\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
        assert_eq!(canonical_json(&value), expected);
    }
}
