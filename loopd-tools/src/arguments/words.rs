//! What a rule wants, in the model's words: never a type's name in Rust.

use super::checker::{Additional, Keys, Kinds, NumberRule, Rule, RuleId, Rules};
use super::place::quoted;
use super::shown::shown;
use super::variant::{Tag, tag};

/// How many listed values, keys or variants are named.
const FEW: usize = 12;

/// How many rules a description follows into each other.
const DEPTH: usize = 4;

/// What a value has to be: `an integer from 1 to 9`.
pub(crate) fn wanted(rules: &Rules, id: RuleId) -> String {
    wanted_within(rules, id, DEPTH)
}

fn wanted_within(rules: &Rules, id: RuleId, depth: usize) -> String {
    let rule = rules.get(id);
    if let Some(values) = &rule.values {
        return listed(&values.iter().map(shown).collect::<Vec<_>>());
    }
    let Some(depth) = depth.checked_sub(1) else {
        return kinds(rule);
    };
    if let Some(variants) = rule.variants()
        && rule.object.is_none()
    {
        let mut wanted: Vec<String> = Vec::new();
        for &variant in variants {
            let variant = variant_wanted(rules, variant, depth);
            if !wanted.contains(&variant) {
                wanted.push(variant);
            }
        }
        return or(&limited(&wanted));
    }
    if let [part] = rule.all[..]
        && rule.kinds == Kinds::ALL
    {
        return wanted_within(rules, part, depth);
    }
    described(rules, rule, depth)
}

/// A variant by its tag, where it has one.
pub(crate) fn variant_name(rules: &Rules, id: RuleId) -> String {
    variant_wanted(rules, id, DEPTH)
}

fn variant_wanted(rules: &Rules, id: RuleId, depth: usize) -> String {
    match tag(rules, id) {
        Some(Tag::Value { key, value }) => format!("{{{}: {}, …}}", quoted(key), quoted(value)),
        Some(Tag::Key(key)) => format!("{{{}: …}}", quoted(key)),
        None => wanted_within(rules, id, depth),
    }
}

fn described(rules: &Rules, rule: &Rule, depth: usize) -> String {
    let kinds = kinds(rule);
    match rule.kinds {
        Kinds::INTEGER | Kinds::NUMBER => kinds + &bounds(&rule.number),
        Kinds::STRING => {
            let length = between(rule.string.min, rule.string.max, "character");
            match &rule.string.pattern {
                Some(pattern) => format!("{kinds}{length} that {}", pattern.words()),
                None => kinds + &length,
            }
        }
        Kinds::ARRAY => kinds + &items(rules, rule, depth),
        Kinds::OBJECT => match rule.object.as_deref() {
            Some(keys) => kinds + &members(rules, keys, depth),
            None => kinds,
        },
        _ => kinds,
    }
}

fn items(rules: &Rules, rule: &Rule, depth: usize) -> String {
    let array = &rule.array;
    if !array.prefix.is_empty() {
        let places = array
            .prefix
            .iter()
            .map(|&place| wanted_within(rules, place, depth));
        return format!(
            " of {}: {}",
            array.prefix.len(),
            places.collect::<Vec<_>>().join(", then ")
        );
    }
    let length = between(array.min, array.max, "item");
    match array
        .items
        .filter(|&items| rules.get(items).kinds != Kinds::ALL)
    {
        Some(items) => format!("{length}, each {}", wanted_within(rules, items, depth)),
        None => length,
    }
}

fn members(rules: &Rules, keys: &Keys, depth: usize) -> String {
    let (min, max) = keys.bounds();
    let count = between(min, max, "key");
    if !keys.all().is_empty() {
        return format!("{count} with {}", key_names(keys));
    }
    match keys.additional() {
        Additional::Fitting(rule) => {
            format!("{count}, each value {}", wanted_within(rules, rule, depth))
        }
        Additional::None => " without keys".to_owned(),
        Additional::Any => count,
    }
}

/// The keys that an object may have: ``the keys `a`, `b` ``.
pub(crate) fn key_names(keys: &Keys) -> String {
    let names: Vec<_> = keys
        .all()
        .iter()
        .map(|key| format!("`{}`", key.name))
        .collect();
    let word = if names.len() == 1 { "key" } else { "keys" };
    format!("the {word} {}", limited(&names).join(", "))
}

/// One of several: `one of "a", "b"`.
pub(crate) fn listed(values: &[String]) -> String {
    match values {
        [] => "nothing".to_owned(),
        [value] => value.clone(),
        values => format!("one of {}", limited(values).join(", ")),
    }
}

/// The first few, and how many more there are.
fn limited(words: &[String]) -> Vec<String> {
    if words.len() <= FEW {
        return words.to_vec();
    }
    let mut few = words.get(..FEW).unwrap_or_default().to_vec();
    few.push(format!("{} more", words.len() - FEW));
    few
}

fn or(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [word] => word.clone(),
        [words @ .., last] => format!("{} or {last}", words.join(", ")),
    }
}

fn kinds(rule: &Rule) -> String {
    const WORDS: [(Kinds, &str); 6] = [
        (Kinds::STRING, "a string"),
        (Kinds::NUMBER, "a number"),
        (Kinds::BOOL, "true or false"),
        (Kinds::ARRAY, "a list"),
        (Kinds::OBJECT, "an object"),
        (Kinds::NULL, "null"),
    ];
    if rule.kinds == Kinds::ALL {
        return "a value".to_owned();
    }
    let mut words: Vec<String> = WORDS
        .iter()
        .filter(|(kind, _)| rule.kinds.has(*kind))
        .map(|(_, word)| (*word).to_owned())
        .collect();
    if rule.kinds.has(Kinds::INTEGER) && !rule.kinds.has(Kinds::FRACTION) {
        words.insert(0, "an integer".to_owned());
    }
    or(&words)
}

fn bounds(rule: &NumberRule) -> String {
    let mut words = Vec::new();
    match (&rule.minimum, &rule.maximum) {
        (Some(minimum), Some(maximum)) => words.push(format!("from {minimum} to {maximum}")),
        (Some(minimum), None) => words.push(format!("from {minimum}")),
        (None, Some(maximum)) => words.push(format!("up to {maximum}")),
        (None, None) => {}
    }
    words.extend(rule.above.as_ref().map(|bound| format!("above {bound}")));
    words.extend(rule.below.as_ref().map(|bound| format!("below {bound}")));
    let factor = rule.multiple_of.as_ref();
    words.extend(factor.map(|factor| format!("that is a multiple of {factor}")));
    match &words[..] {
        [] => String::new(),
        words => format!(" {}", words.join(" and ")),
    }
}

fn between(min: Option<usize>, max: Option<usize>, unit: &str) -> String {
    match (min.filter(|&min| min > 0), max) {
        (None, None) => String::new(),
        (Some(min), None) => format!(" of at least {}", counted(min, unit)),
        (None, Some(max)) => format!(" of at most {}", counted(max, unit)),
        (Some(min), Some(max)) if min == max => format!(" of {}", counted(min, unit)),
        (Some(min), Some(max)) => format!(" of {min} to {}", counted(max, unit)),
    }
}

/// `1 item`, `2 items`.
pub(crate) fn counted(count: usize, unit: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}
