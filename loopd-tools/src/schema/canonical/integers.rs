//! Bounds in place of Rust-only integer formats, which strict validators refuse (cases A4, A32).

use serde_json::{Map, Number, Value, json};

use super::node::{Node, has_type, take};

/// For the decoder alone: the type has 128 bits.
pub(crate) const WIDE: &str = "x-loopd-wide";

/// The ends of an integer type. The ends of the 128-bit types are powers of two, which a double
/// holds exactly; the first integer outside stands where the last one inside has no double.
struct Ends {
    format: &'static str,
    least: Number,
    greatest: Greatest,
}

enum Greatest {
    Inclusive(Number),
    Exclusive(f64),
}

/// 2 to the power of 127.
const TWO_127: f64 = 170_141_183_460_469_231_731_687_303_715_884_105_728.0;

pub(super) fn apply(node: &mut Node) {
    if !has_type(node, "integer") {
        return;
    }
    let format = node
        .get("format")
        .and_then(Value::as_str)
        .unwrap_or_default();
    if let Some(ends) = ends(format) {
        take(node, "format");
        at_least(node, ends.least);
        match ends.greatest {
            Greatest::Inclusive(greatest) => at_most(node, greatest),
            Greatest::Exclusive(limit) => {
                below(node, limit);
                node.insert(WIDE.to_owned(), Value::Bool(true));
            }
        }
    }
    without_zero(node);
}

fn ends(format: &str) -> Option<Ends> {
    macro_rules! of {
        ($format:literal, $type:ty) => {
            Ends {
                format: $format,
                least: <$type>::MIN.into(),
                greatest: Greatest::Inclusive(<$type>::MAX.into()),
            }
        };
    }
    let all = [
        of!("int8", i8),
        of!("int16", i16),
        of!("int32", i32),
        of!("int64", i64),
        of!("int", isize),
        of!("uint8", u8),
        of!("uint16", u16),
        of!("uint32", u32),
        of!("uint64", u64),
        of!("uint", usize),
        Ends {
            format: "int128",
            least: Number::from_f64(-TWO_127)?,
            greatest: Greatest::Exclusive(TWO_127),
        },
        Ends {
            format: "uint128",
            least: 0.into(),
            greatest: Greatest::Exclusive(2.0 * TWO_127),
        },
    ];
    all.into_iter().find(|ends| ends.format == format)
}

fn number(node: &Node, key: &str) -> Option<f64> {
    node.get(key).and_then(Value::as_f64)
}

/// A limit that the type's author set stays where it is the tighter one.
fn at_least(node: &mut Node, least: Number) {
    let bound = least.as_f64().unwrap_or(f64::NEG_INFINITY);
    if number(node, "minimum").is_none_or(|own| own < bound)
        && number(node, "exclusiveMinimum").is_none_or(|own| own < bound)
    {
        node.insert("minimum".to_owned(), Value::Number(least));
    }
}

fn at_most(node: &mut Node, greatest: Number) {
    let bound = greatest.as_f64().unwrap_or(f64::INFINITY);
    if number(node, "maximum").is_none_or(|own| own > bound)
        && number(node, "exclusiveMaximum").is_none_or(|own| own > bound)
    {
        node.insert("maximum".to_owned(), Value::Number(greatest));
    }
}

fn below(node: &mut Node, limit: f64) {
    if number(node, "maximum").is_none_or(|own| own >= limit)
        && number(node, "exclusiveMaximum").is_none_or(|own| own >= limit)
    {
        node.insert("exclusiveMaximum".to_owned(), json!(limit));
    }
}

/// The signed `NonZero` types come with `not`, which few consumers know: two ranges say the same.
fn without_zero(node: &mut Node) {
    let zero = |not: &Value| not.get("const").and_then(Value::as_f64) == Some(0.0);
    if !node.get("not").is_some_and(zero) {
        return;
    }
    take(node, "not");
    let least = number(node, "minimum").or(number(node, "exclusiveMinimum"));
    let greatest = number(node, "maximum").or(number(node, "exclusiveMaximum"));
    if least.is_some_and(|least| least > 0.0) || greatest.is_some_and(|greatest| greatest < 0.0) {
        return;
    }
    let mut negative = Map::from_iter([("type".to_owned(), "integer".into())]);
    negative.extend(take(node, WIDE).map(|value| (WIDE.to_owned(), value)));
    let mut positive = negative.clone();
    for key in ["minimum", "exclusiveMinimum"] {
        negative.extend(take(node, key).map(|value| (key.to_owned(), value)));
    }
    negative.insert("maximum".to_owned(), (-1).into());
    positive.insert("minimum".to_owned(), 1.into());
    for key in ["maximum", "exclusiveMaximum"] {
        positive.extend(take(node, key).map(|value| (key.to_owned(), value)));
    }
    let mut branches = vec![Value::Object(negative), Value::Object(positive)];
    if has_type(node, "null") {
        branches.push(json!({"type": "null"}));
    }
    take(node, "type");
    node.insert("anyOf".to_owned(), Value::Array(branches));
}
