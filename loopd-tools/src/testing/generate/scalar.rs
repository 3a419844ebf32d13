//! Strings and numbers within the bounds of a schema.

use serde_json::{Map, Number, Value, json};

use super::random::Random;
use super::{NotMade, size};

/// Letters of several scripts and what needs an escape, but nothing that a screen could take for a
/// command.
const LETTERS: [char; 16] = [
    'q', 'z', 'x', 'j', 'K', 'W', '7', '4', ' ', '_', '"', '\\', 'ß', 'й', '語', '🦀',
];

/// How far a number goes where the schema sets no bound.
const FAR: i64 = 100_000;

pub(super) fn string(words: &Map<String, Value>, random: &mut Random) -> Result<Value, NotMade> {
    let least = size(words, "minLength").unwrap_or(0);
    let most = size(words, "maxLength").unwrap_or(least + 12).max(least);
    if let Some(format) = words.get("format").and_then(Value::as_str) {
        return match sample(format) {
            Some(text) => Ok(text.into()),
            None => Err(NotMade(format!("the format `{format}`"))),
        };
    }
    let count = least + random.below(most.min(least + 40) - least + 1);
    let letters = (0..count).map(|_| LETTERS[random.below(LETTERS.len())]);
    Ok(Value::String(letters.collect()))
}

/// A text of a format that JSON Schema 2020-12 names.
fn sample(format: &str) -> Option<&'static str> {
    Some(match format {
        "date" => "2024-02-29",
        "date-time" => "2024-02-29T12:30:00Z",
        "time" => "12:30:00Z",
        "duration" => "PT90S",
        "email" | "idn-email" => "someone@example.org",
        "hostname" | "idn-hostname" => "example.org",
        "ipv4" => "192.0.2.7",
        "ipv6" => "2001:db8::7",
        "uri" | "uri-reference" | "iri" | "iri-reference" => "https://example.org/a",
        "uuid" => "67e55044-10b1-426f-9247-bb680e5fe0c8",
        _ => return None,
    })
}

pub(super) fn integer(words: &Map<String, Value>, random: &mut Random) -> Value {
    let bound = |keyword| words.get(keyword).and_then(Value::as_i64);
    let step = bound("multipleOf").unwrap_or(1).max(1);
    let least = bound("minimum").or(bound("exclusiveMinimum").map(|bound| bound.saturating_add(1)));
    let most = bound("maximum").or(bound("exclusiveMaximum").map(|bound| bound.saturating_sub(1)));
    let least = least.unwrap_or_else(|| most.map_or(-FAR, |most| most.saturating_sub(FAR).min(0)));
    let most = most.unwrap_or_else(|| least.saturating_add(FAR).max(0));
    // Counted in steps, so that no number between two steps is made.
    let low = least.div_euclid(step) + i64::from(least.rem_euclid(step) != 0);
    let high = most.div_euclid(step);
    let count = match random.below(6) {
        0 => low,
        1 => high,
        _ => low.saturating_add_unsigned(random.up_to(high.abs_diff(low))),
    };
    json!(count.saturating_mul(step))
}

pub(super) fn number(words: &Map<String, Value>, random: &mut Random) -> Value {
    let bound = |keyword| words.get(keyword).and_then(Value::as_f64);
    let least = bound("minimum").or(bound("exclusiveMinimum"));
    let most = bound("maximum").or(bound("exclusiveMaximum"));
    let least = least.unwrap_or_else(|| most.map_or(-1000.0, |most| most - 1000.0));
    let most = most.unwrap_or(least + 2000.0);
    let made = match bound("multipleOf") {
        Some(step) if step > 0.0 => (least / step).ceil() * step,
        // Between the bounds, never on one: it may be left out.
        _ => least + (most - least) * f64::from(1 + random.thousandth()) / 1001.0,
    };
    Number::from_f64(made).map_or(Value::Null, Value::Number)
}
