//! What a rule wants, in the model's words: never a type's name in Rust.

use super::checker::{Keys, Kinds, Rule, RuleId, Rules};
use super::number::Decimal;
use super::shown::shown;

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
    if let Some(variants) = rule.any.as_ref().or(rule.one.as_ref())
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

/// A variant by its name, where it has one.
fn variant_wanted(rules: &Rules, id: RuleId, depth: usize) -> String {
    let wanted = wanted_within(rules, id, depth);
    match &rules.get(id).variant {
        Some(name) => format!("{wanted} (`{name}`)"),
        None => wanted,
    }
}

fn described(rules: &Rules, rule: &Rule, depth: usize) -> String {
    let kinds = kinds(rule);
    match rule.kinds {
        Kinds::INTEGER | Kinds::NUMBER => kinds + &bounds(rule),
        Kinds::STRING => {
            let length = between(rule.string.min, rule.string.max, "character");
            match &rule.string.pattern {
                Some(pattern) => format!("{kinds}{length} that matches `{}`", pattern.text()),
                None => kinds + &length,
            }
        }
        Kinds::ARRAY => {
            let length = between(rule.array.min, rule.array.max, "item");
            match rule.array.items {
                Some(items) if rules.get(items).kinds != Kinds::ALL => {
                    let items = wanted_within(rules, items, depth);
                    format!("{kinds}{length}, each {items}")
                }
                _ => kinds + &length,
            }
        }
        Kinds::OBJECT => match &rule.object {
            Some(keys) if !keys.all().is_empty() => format!("{kinds} with {}", key_names(keys)),
            _ => kinds,
        },
        _ => kinds,
    }
}

/// The keys that an object may have: `the keys "a", "b"`.
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

fn bounds(rule: &Rule) -> String {
    let bound =
        |bound: &Option<Decimal>, word: &str| bound.as_ref().map(|bound| format!("{word} {bound}"));
    let number = &rule.number;
    let mut words = match (&number.minimum, &number.maximum) {
        (Some(minimum), Some(maximum)) => vec![format!("from {minimum} to {maximum}")],
        (minimum, maximum) => [bound(minimum, "of at least"), bound(maximum, "of at most")]
            .into_iter()
            .flatten()
            .collect(),
    };
    words.extend(bound(&number.above, "above"));
    words.extend(bound(&number.below, "below"));
    words.extend(bound(&number.multiple_of, "a multiple of"));
    match &words[..] {
        [] => String::new(),
        words => format!(" {}", words.join(", ")),
    }
}

fn between(min: Option<usize>, max: Option<usize>, unit: &str) -> String {
    let counted = |count: usize| {
        let plural = if count == 1 { "" } else { "s" };
        format!("{count} {unit}{plural}")
    };
    match (min.filter(|&min| min > 0), max) {
        (None, None) => String::new(),
        (Some(min), None) => format!(" of at least {}", counted(min)),
        (None, Some(max)) => format!(" of at most {}", counted(max)),
        (Some(min), Some(max)) if min == max => format!(" of {}", counted(min)),
        (Some(min), Some(max)) => format!(" of {min} to {}", counted(max)),
    }
}
