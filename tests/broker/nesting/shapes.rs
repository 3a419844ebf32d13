//! The shapes in which calls come in.

use loopd_tools::{CALL_TOOL, FIND_TOOL};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::host::{OPEN, SHUT};

/// What a shape means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Means {
    /// An envelope to the letter: a call of `fetch`.
    Fetch,
    /// No envelope to the letter, though it can mean a call of `fetch` only.
    Misshapen,
    /// No call of `fetch`, whoever reads it.
    Nothing,
}

/// All shapes that a call of `fetch` has come in, and some that must never be one.
pub(super) fn shapes(host: &str) -> Vec<(Means, String)> {
    use Means::{Fetch, Misshapen, Nothing};
    let target = json!({"host": host, "port": 443});
    let text = target.to_string();
    let exact = json!({"name": "fetch", "arguments": target});
    let shape = |(means, value): (Means, Value)| (means, value.to_string());
    let values = [
        (Fetch, exact.clone()),
        (
            Fetch,
            json!({"arguments": target, "why": "x", "name": "fetch"}),
        ),
        // The tool's own schema mends what is inside.
        (
            Fetch,
            json!({"name": "fetch", "arguments": {"host": host, "port": "443"}}),
        ),
        (
            Fetch,
            json!({"name": "fetch", "arguments": {"HOST": host, "port": "443"}}),
        ),
        // Other names for the two keys.
        (
            Misshapen,
            json!({"tool_name": "fetch", "arguments": target}),
        ),
        (Misshapen, json!({"tool": "fetch", "arguments": target})),
        (Misshapen, json!({"name": "fetch", "args": target})),
        (Misshapen, json!({"name": "fetch", "parameters": target})),
        (Misshapen, json!({"tool_name": "fetch", "args": target})),
        (
            Misshapen,
            json!({"tool_name": "fetch", "parameters": target}),
        ),
        // Text in place of the object.
        (Misshapen, json!({"name": "fetch", "arguments": text})),
        (Misshapen, json!({"tool_name": "fetch", "args": text})),
        (Misshapen, json!(exact.to_string())),
        // The target's arguments beside its name.
        (
            Misshapen,
            json!({"name": "fetch", "host": host, "port": 443}),
        ),
        (
            Misshapen,
            json!({"tool_name": "fetch", "host": host, "port": "443"}),
        ),
        // The envelope one deeper.
        (
            Misshapen,
            json!({"parameters": {"tool_name": "fetch", "host": host, "port": 443}}),
        ),
        (
            Misshapen,
            json!({"parameters": {"tool_name": "fetch", "parameters": target}}),
        ),
        (Misshapen, json!({"parameters": exact})),
        (Misshapen, json!({"arguments": exact})),
        // The host's own names never call themselves.
        (Nothing, json!({"name": CALL_TOOL, "arguments": exact})),
        (
            Nothing,
            json!({"name": CALL_TOOL, "arguments": {"name": CALL_TOOL, "arguments": exact}}),
        ),
        (Nothing, json!({"tool_name": CALL_TOOL, "arguments": exact})),
        (Nothing, json!({"name": FIND_TOOL, "arguments": exact})),
        (
            Nothing,
            json!({"name": FIND_TOOL, "arguments": {"query": exact.to_string()}}),
        ),
        // The arguments of another tool are that tool's.
        (Nothing, json!({"name": "note", "arguments": exact})),
        (Nothing, json!({"name": "nobody", "arguments": exact})),
        (Nothing, json!({"name": "peek", "arguments": exact})),
        // Two names, or what can be no name.
        (
            Nothing,
            json!({"name": "note", "tool_name": "fetch", "arguments": target}),
        ),
        (Nothing, json!({"name": ["fetch"], "arguments": target})),
        (Nothing, json!({"name": "fetch ", "arguments": [target]})),
        (Nothing, json!({"name": "fetch", "arguments": [target]})),
        (Nothing, json!({"name": "fetch", "arguments": null})),
        (Nothing, json!({"name": "fetch", "arguments": 7})),
        (Nothing, json!([exact])),
        (Nothing, json!(["fetch", target])),
        (Nothing, json!({"query": exact.to_string()})),
        (Nothing, Value::Null),
    ];
    let mut shapes: Vec<(Means, String)> = values.into_iter().map(shape).collect();
    let twice = |first: &str, second: &str| {
        format!(r#"{{"name":"{first}","name":"{second}","arguments":{text}}}"#)
    };
    shapes.extend([
        (
            Fetch,
            format!("\n {{ \"name\" : \"fetch\" , \"arguments\":{text} }}\n"),
        ),
        (Nothing, twice("note", "fetch")),
        (Nothing, twice("fetch", "note")),
        (
            Nothing,
            format!(r#"{{"name":"fetch","arguments":{text},"arguments":{text}}}"#),
        ),
        (Nothing, format!(r#"{{"name":"fetch","arguments":{text}"#)),
        (Nothing, "fetch".to_owned()),
        (Nothing, String::new()),
    ]);
    shapes
}

/// Envelopes in envelopes, with keys and names that mean something and in any mixture.
pub(super) fn envelope() -> impl Strategy<Value = Value> {
    let name = || {
        prop_oneof![
            4 => Just(json!("fetch")),
            2 => Just(json!("note")),
            1 => Just(json!("peek")),
            2 => Just(json!(CALL_TOOL)),
            1 => Just(json!(FIND_TOOL)),
            1 => Just(json!("nobody")),
        ]
    };
    let target = prop_oneof![Just(OPEN), Just(SHUT)].prop_flat_map(|host| {
        let target = json!({"host": host, "port": 443});
        prop_oneof![
            4 => Just(target.clone()),
            2 => Just(json!({"host": host, "port": "443"})),
            1 => Just(json!({"host": host})),
            1 => Just(json!(target.to_string())),
            1 => Just(json!(host)),
            1 => Just(Value::Null),
        ]
    });
    target.prop_recursive(4, 24, 4, move |inner| {
        let named = prop_oneof![
            4 => Just("name"), 1 => Just("tool_name"), 1 => Just("tool"), 1 => Just("query"),
        ];
        let with = prop_oneof![
            4 => Just("arguments"), 1 => Just("args"), 1 => Just("parameters"), 1 => Just("host"),
        ];
        let pair = || {
            prop_oneof![
                (named.clone(), name()),
                (with.clone(), inner.clone()),
                (Just("port"), Just(json!(443))),
            ]
        };
        let pairs = (
            (named.clone(), name()),
            (with.clone(), inner.clone()),
            prop::collection::vec(pair(), 0..3),
        );
        let object = pairs.prop_map(|(first, second, others)| {
            // Of two keys that are the same the first one stays.
            let mut object = serde_json::Map::new();
            for (key, value) in [first, second].into_iter().chain(others) {
                object.entry(key).or_insert(value);
            }
            Value::Object(object)
        });
        prop_oneof![
            8 => object.clone(),
            1 => object.prop_map(|object| object.to_string().into()),
            1 => inner.prop_map(|inner| json!([inner])),
        ]
    })
}
