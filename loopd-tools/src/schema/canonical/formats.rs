//! Formats that JSON Schema does not define, in words: strict consumers refuse the keyword (A4).

use serde_json::Value;

use super::node::{Node, has_type, say, take};

/// The formats of JSON Schema 2020-12 (Validation, section 7.3).
const DEFINED: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// What schemars' other formats mean.
const WORDS: [(&str, &str); 4] = [
    ("ip", "An IPv4 or IPv6 address."),
    (
        "partial-time",
        "A time of day without an offset, such as 14:30:00.",
    ),
    (
        "partial-date-time",
        "A date and time without an offset, such as 2026-03-01T14:30:00.",
    ),
    (
        "zoned-date-time",
        "A date and time with its offset and zone, such as 2026-03-01T14:30:00+01:00[Europe/Paris].",
    ),
];

pub(super) fn apply(node: &mut Node) {
    let Some(format) = node
        .get("format")
        .and_then(Value::as_str)
        .map(str::to_owned)
    else {
        return;
    };
    if has_type(node, "string") && DEFINED.contains(&&*format) {
        return;
    }
    take(node, "format");
    // On numbers a format is the Rust type's width and no more.
    if has_type(node, "string") {
        match WORDS.iter().find(|(name, _)| *name == format) {
            Some((_, words)) => say(node, words),
            None => say(node, &format!("Format: {format}.")),
        }
    }
}
