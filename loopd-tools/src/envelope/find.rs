//! The envelope of `find_tool`.

use serde_json::Value;

use super::members::{Members, list, opened, string};
use super::repair::EnvelopeRepair;
use super::{Meant, WRAPPINGS};
use crate::builtin::FIND_TOOL;

/// The keys that a query is sent under.
const QUERY: &[&str] = &[
    "query",
    "q",
    "keyword",
    "keywords",
    "search",
    "search_query",
    "text",
];
/// The keys that an envelope is sent under.
const WRAPPERS: &[&str] = &[
    "arguments",
    "args",
    "parameters",
    "params",
    "input",
    FIND_TOOL,
];

/// The well-formed envelope. None if it is well-formed already, or says nothing that can be read.
pub(super) fn read(text: &str) -> Option<Meant> {
    let strict = Members::read(text).and_then(|members| string(members.get("query")?));
    if strict.is_some() {
        return None;
    }
    let mut repairs = Vec::new();
    let query = query(text, &mut repairs, WRAPPINGS)?;
    Some(Meant::Call {
        name: FIND_TOOL.to_owned(),
        arguments: Value::from_iter([("query", query)]).to_string(),
        repairs,
    })
}

/// The query in JSON text, or in text that is no JSON at all.
fn query(text: &str, repairs: &mut Vec<EnvelopeRepair>, wrappings: usize) -> Option<String> {
    let wrappings = wrappings.checked_sub(1)?;
    if let Some(items) = list(text) {
        repairs.push(EnvelopeRepair::QueryInList);
        let words: Option<Vec<String>> = items.into_iter().map(string).collect();
        return words
            .map(|words| words.join(" "))
            .filter(|words| !words.is_empty());
    }
    let Some(members) = Members::read(text) else {
        return match opened(text) {
            Some(inner) if starts_like_json(&inner) => {
                repairs.push(EnvelopeRepair::EnvelopeInText);
                query(&inner, repairs, wrappings)
            }
            Some(words) => {
                repairs.push(EnvelopeRepair::QueryKey);
                Some(words)
            }
            None if is_words(text) => {
                repairs.push(EnvelopeRepair::QueryKey);
                Some(text.trim().to_owned())
            }
            None => None,
        };
    };
    let mut asked = QUERY
        .iter()
        .filter_map(|key| Some((*key, members.get(key)?)));
    if let (Some((key, value)), None) = (asked.next(), asked.next()) {
        if key != "query" {
            repairs.push(EnvelopeRepair::QueryKey);
        }
        if let Some(words) = string(value) {
            return Some(words);
        }
        return list(value).and_then(|_| query(value, repairs, wrappings));
    }
    let mut wrapped = WRAPPERS.iter().filter_map(|key| members.get(key));
    match (wrapped.next(), wrapped.next()) {
        (Some(inner), None) => {
            repairs.push(EnvelopeRepair::WrappedAgain);
            query(inner, repairs, wrappings)
        }
        _ => None,
    }
}

fn starts_like_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[', '"'])
}

/// Whether text is words and no JSON, not even JSON that was cut.
fn is_words(text: &str) -> bool {
    let literal = matches!(text.trim(), "null" | "true" | "false");
    !starts_like_json(text) && !literal && text.contains(char::is_alphabetic)
}
