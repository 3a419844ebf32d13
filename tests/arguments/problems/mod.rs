//! What the model reads when arguments are refused: stable, to the character.

mod data;
mod tools;

use std::fmt::Write;

use loopd_tools::FnTool;

use crate::calling::refusal;

const SNAPSHOT: &str = include_str!("snapshot.txt");

/// Tools, and what is wrong for them.
fn cases() -> Vec<(&'static str, FnTool, Vec<&'static str>)> {
    vec![
        ("read", tools::read(), READ.to_vec()),
        ("draw", tools::draw(), DRAW.to_vec()),
        ("filter", tools::filter(), FILTER.to_vec()),
        ("foreign", tools::foreign(), FOREIGN.to_vec()),
        ("nothing", tools::nothing(), NOTHING.to_vec()),
    ]
}

const READ: &[&str] = &[
    // The text as a whole.
    "hello",
    "{\"path\": \"x\"",
    "{\"path\": \"a long text that a model was writing when its tokens ran o",
    "{'path': 'x'}",
    "{path: \"x\"}",
    "{\"path\" \"x\"}",
    "{\"path\": \"x\" \"mode\": \"text\"}",
    "{\"path\": \"C:\\dir\"}",
    "{\"path\": \"\\ud83e\"}",
    "{\"path\": undefined}",
    "{\"path\": \"x\"}{\"path\": \"y\"}",
    "{\"path\": \"x\"}}",
    "{\"path\": \"x\", \"limit\": 1e999}",
    "{\"path\": \"x\",,}",
    "[\"x\"]",
    "\"x\"",
    "5",
    "true",
    "{\\n\"path\": \"x\"}",
    // Keys.
    "{}",
    "",
    "null",
    "{\"path\": \"x\", \"path\": \"y\"}",
    "{\"path\": \"x\", \"ranges\": [{\"start\": 1, \"start\": 2}]}",
    "{\"pathh\": \"x\"}",
    "{\"file\": \"x\"}",
    "{\"path\": \"x\", \"rangs\": []}",
    "{\"path\": \"x\", \"verbose\": true}",
    "{\"path\": \"x\", \"ranges\": [{\"begin\": 1}]}",
    "{\"path\": \"x\", \"ranges\": [{\"start\": 1, \"stop\": 2}]}",
    "{\"path\": \"x\", \"odd key.\": 1}",
    // Kinds.
    "{\"path\": 5}",
    "{\"path\": null}",
    "{\"path\": [\"x\"]}",
    "{\"path\": {\"name\": \"x\"}}",
    "{\"path\": \"x\", \"limit\": true}",
    "{\"path\": \"x\", \"limit\": \"ten\"}",
    "{\"path\": \"x\", \"limit\": 0.5}",
    "{\"path\": \"x\", \"limit\": [5]}",
    "{\"path\": \"x\", \"ranges\": 5}",
    "{\"path\": \"x\", \"ranges\": \"[8ef061647935]\"}",
    "{\"path\": \"x\", \"ranges\": [1, 2]}",
    "{\"path\": \"x\", \"ranges\": [{\"start\": \"x\"}, {\"start\": -1}, {\"end\": 2}]}",
    "{\"path\": \"x\", \"tags\": \"a,b\"}",
    "{\"path\": \"x\", \"tags\": \"['a','b']\"}",
    "{\"path\": \"x\", \"tags\": [1]}",
    "{\"path\": \"x\", \"pair\": [1]}",
    "{\"path\": \"x\", \"pair\": [\"a\", 1]}",
    "{\"path\": \"x\", \"counts\": {\"a\": -1, \"b\": \"x\"}}",
    "{\"path\": \"x\", \"lines\": {\"one\": \"x\"}}",
    // Values.
    "{\"path\": \"x\", \"mode\": \"txt\"}",
    "{\"path\": \"x\", \"mode\": \"video\"}",
    "{\"path\": \"x\", \"mode\": 1}",
    "{\"path\": \"x\", \"limit\": 0}",
    "{\"path\": \"x\", \"limit\": 1000}",
    "{\"path\": \"x\", \"limit\": \"1000\"}",
    "{\"path\": \"x\", \"share\": 1.5}",
    "{\"path\": \"x\", \"big\": 18446744073709551616}",
    "{\"path\": \"x\", \"letter\": \"ab\"}",
    "{\"path\": \"\"}",
    "{\"path\": \"x\", \"hash\": \"xyz\"}",
    "{\"path\": \"x\", \"tags\": [\"a\", \"b\", \"c\", \"d\"]}",
    "{\"path\": \"x\", \"id\": \"no uuid\"}",
    // All at once.
    "{\"limit\": 0, \"mode\": \"x\", \"ranges\": [{}], \"more\": 1, \"tags\": 5}",
    "{\"path\": 5, \"secret\": \"sk-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"}",
];

const DRAW: &[&str] = &[
    "{\"shape\": {\"kind\": \"circle\"}}",
    "{\"shape\": {\"kind\": \"cirle\", \"radius\": 5}}",
    "{\"shape\": {\"kind\": \"triangle\"}}",
    "{\"shape\": {\"radius\": 5}}",
    "{\"shape\": {\"kind\": \"box\", \"width\": \"wide\", \"depth\": 1}}",
    "{\"shape\": \"circle\"}",
    "{\"shape\": {\"kind\": \"circle\", \"radius\": 5}, \"action\": \"jump\"}",
    "{\"shape\": {\"kind\": \"circle\", \"radius\": 5}, \"action\": {\"move\": {\"x\": \"left\"}}}",
    "{\"shape\": {\"kind\": \"circle\", \"radius\": 5}, \"action\": {\"fly\": {}}}",
    "{\"shape\": {\"kind\": \"circle\", \"radius\": 5}, \"place\": true}",
    "{\"shape\": {\"kind\": \"circle\", \"radius\": 5}, \"place\": {\"x\": 1}}",
    "{\"shape\": {\"kind\": \"circle\", \"radius\": 5}, \"event\": {\"type\": \"text\", \"value\": 5}}",
];

const FILTER: &[&str] = &[
    "{\"filter\": {\"op\": \"not\", \"filter\": {\"op\": \"is\", \"field\": \"a\"}}}",
    "{\"filter\": {\"op\": \"all\", \"filters\": [{\"op\": \"is\", \"field\": \"a\", \"value\": \"b\"}, {\"op\": \"xor\"}]}}",
];

const FOREIGN: &[&str] = &[
    "{\"even\": 3}",
    "{\"above\": 0}",
    "{\"unique\": [1, 2, 1.0]}",
    "{\"has\": [1, 2]}",
    "{\"one\": 15}",
    "{\"not\": \"never\"}",
    "{\"fixed\": 6}",
    "{\"card\": \"1234\"}",
    "{\"few\": {\"a\": 1, \"b\": 2, \"c\": 3}}",
    "{\"names\": {\"Upper\": 1}}",
    "{\"either\": []}",
    "{\"many\": \"thirteen\"}",
];

const NOTHING: &[&str] = &["{\"path\": \"x\"}", "[]", "{\"a\": 1, \"b\": 2}"];

fn render() -> String {
    let mut text = String::new();
    for (name, tool, inputs) in cases() {
        for input in inputs {
            let error = refusal(&tool, input);
            writeln!(text, "## {name} {input:?}\n{error}\n").unwrap();
        }
    }
    text
}

#[test]
fn texts_are_stable() {
    let text = render();
    let inputs: usize = cases().iter().map(|(_, _, inputs)| inputs.len()).sum();
    assert!(inputs >= 80, "{inputs}");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/arguments/problems/snapshot.txt"
        );
        std::fs::write(path, text).unwrap();
        return;
    }
    for (have, want) in text.split("\n## ").zip(SNAPSHOT.split("\n## ")) {
        assert_eq!(have, want, "set UPDATE_SNAPSHOTS=1 to take it over");
    }
    assert_eq!(text.len(), SNAPSHOT.len());
}

/// Words that mean something to a Rust programmer alone.
#[test]
fn texts_are_in_the_models_words() {
    let text: String = render()
        .lines()
        .filter(|line| !line.starts_with("## "))
        .collect();
    for word in [
        "u8",
        "u32",
        "u64",
        "i32",
        "f64",
        "usize",
        "struct",
        "Option",
        "Vec<",
        "expected string",
        "invalid type",
        "missing field",
        "variant identifier",
        " line ",
        "column",
        "serde",
        "map,",
    ] {
        assert!(!text.contains(word), "{word}");
    }
}
