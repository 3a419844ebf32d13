//! Leaves out what a consumer does not take, and says it in words.

use serde_json::{Number, Value};

use super::Loss;
use super::rules::{Bounds, Formats, Keywords, OpenObject, Rules};
use super::words::sentence;
use crate::schema::canonical::node::{Node, Path, has_type, say, take};

/// 2 to the power of 53: from here on a double does not hold every integer.
pub(super) const DOUBLE: f64 = 9_007_199_254_740_992.0;

/// Applies the rules to the keywords of one node, whose children are done.
pub(super) fn apply(node: &mut Node, path: &Path, rules: &Rules, losses: &mut Vec<Loss>) {
    let mut drop = |node: &mut Node, keyword: &str, in_words: bool| {
        let Some(value) = take(node, keyword) else {
            return;
        };
        let words = if in_words {
            sentence(keyword, &value)
        } else {
            None
        };
        if let Some(words) = &words {
            say(node, words);
        }
        losses.push(Loss {
            path: path.to_string(),
            keyword: keyword.to_owned(),
            words,
        });
    };
    if !rules.any_enum {
        string_enum(node, &mut drop);
    }
    if let (Formats::Only(known), Some(format)) =
        (rules.formats, node.get("format").and_then(Value::as_str))
        && !known.contains(&format)
    {
        drop(node, "format", true);
    }
    for keyword in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] {
        bound(node, keyword, rules, &mut drop);
    }
    for keyword in ["minLength", "maxLength", "minItems", "maxItems"] {
        let value = node.get(keyword).and_then(Value::as_u64);
        if let (Some(value), Some(longest)) = (value, rules.longest)
            && value > longest
        {
            drop(node, keyword, true);
        }
    }
    if let (Some(taken), Some(value)) = (
        rules.min_items,
        node.get("minItems").and_then(Value::as_u64),
    ) && !taken.contains(&value)
    {
        drop(node, "minItems", true);
    }
    if rules.open_object == OpenObject::Unsaid
        && node
            .get("additionalProperties")
            .is_some_and(|rest| *rest != Value::Bool(false))
    {
        drop(node, "additionalProperties", true);
    }
    let Keywords::Only(everywhere, root) = rules.keywords else {
        return;
    };
    let taken = |keyword: &str| {
        everywhere.contains(&keyword) || (path.is_root() && root.contains(&keyword))
    };
    let others: Vec<String> = node
        .keys()
        .filter(|keyword| !taken(keyword))
        .map(String::to_owned)
        .collect();
    for keyword in others {
        // That there are no other keys is kept by the decoder, and would be said of every object.
        let closed = keyword == "additionalProperties" && node[&keyword] == Value::Bool(false);
        // `items` says what can stand at all, so the places are more than a reader needs to lose.
        drop(node, &keyword, !closed);
    }
}

/// An enum of other things than strings as a range, where it is one of numbers.
fn string_enum(node: &mut Node, drop: &mut impl FnMut(&mut Node, &str, bool)) {
    let Some(Value::Array(values)) = node.get("enum") else {
        return;
    };
    if values.iter().all(Value::is_string) {
        return;
    }
    let numbers: Option<Vec<Number>> = values
        .iter()
        .map(|value| value.as_number().cloned())
        .collect();
    drop(node, "enum", true);
    let by_size = |left: &&Number, right: &&Number| {
        left.as_f64()
            .partial_cmp(&right.as_f64())
            .unwrap_or(std::cmp::Ordering::Equal)
    };
    if let Some(numbers) = numbers
        && let (Some(least), Some(greatest)) = (
            numbers.iter().min_by(by_size),
            numbers.iter().max_by(by_size),
        )
    {
        node.insert("minimum".to_owned(), Value::Number(least.clone()));
        node.insert("maximum".to_owned(), Value::Number(greatest.clone()));
    }
}

fn bound(
    node: &mut Node,
    keyword: &str,
    rules: &Rules,
    drop: &mut impl FnMut(&mut Node, &str, bool),
) {
    let Some(Value::Number(number)) = node.get(keyword) else {
        return;
    };
    let size = number.as_f64().unwrap_or(f64::INFINITY).abs();
    // The end of a 64-bit or 128-bit type: a width, and nothing that a model would pass.
    let width = size >= DOUBLE;
    if has_type(node, "number") {
        if !rules.number_bounds {
            drop(node, keyword, true);
        }
        return;
    }
    let taken = match rules.integer_bounds {
        Bounds::All => true,
        Bounds::Double => !width,
        Bounds::None => false,
    };
    if !taken {
        drop(node, keyword, !width);
    }
}
