//! What is never read, however likely a guess may look.

use loopd_tools::{Arguments, ProblemKind};
use serde_json::json;

use crate::calling::{call, refusal, repairs};
use crate::schemas::{echo, echo_x};

#[test]
fn text_where_the_schema_says_string() {
    let tool = echo_x(json!({"type": "string"}), true);
    for sent in [
        r#"{"x":"5"}"#,
        r#"{"x":"true"}"#,
        r#"{"x":"null"}"#,
        r#"{"x":""}"#,
        r#"{"x":"{\"a\":1}"}"#,
        r#"{"x":"[1,2]"}"#,
        r#"{"x":"\"quoted\""}"#,
        r#"{"x":"a\\nb"}"#,
        r#"{"x":" padded "}"#,
        r#"{"x":"```json\n{}\n```"}"#,
    ] {
        assert_eq!(call(&tool, sent).unwrap(), sent);
        assert_eq!(repairs(&tool, sent).unwrap(), []);
    }
    // And nothing becomes a string.
    for sent in [
        r#"{"x":5}"#,
        r#"{"x":true}"#,
        r#"{"x":["a"]}"#,
        r#"{"x":{"a":1}}"#,
        r#"{"x":null}"#,
    ] {
        refusal(&tool, sent);
    }
    let either = echo_x(json!({"type": ["string", "integer"]}), true);
    assert_eq!(call(&either, r#"{"x":"5"}"#).unwrap(), r#"{"x":"5"}"#);
}

#[test]
fn fractions() {
    let tool = echo_x(json!({"type": "integer"}), false);
    for sent in [
        r#"{"x":0.5}"#,
        r#"{"x":"0.5"}"#,
        r#"{"x":30.000000000000000001}"#,
        r#"{"x":1e-1}"#,
    ] {
        let error = refusal(&tool, sent);
        assert_eq!(error.problems()[0].kind(), ProblemKind::WrongType);
    }
}

#[test]
fn truncated_json() {
    let tool = echo(json!({
        "type": "object",
        "properties": {"slider_id": {"type": "string"}, "content": {"type": "string"}, "l": {"type": "array"}},
    }));
    let whole =
        r#"{"slider_id": "a\u00e4{[", "content": "x", "l": [1, [true, {"k": null}], -0.5e3]}"#;
    call(&tool, whole.to_owned()).unwrap();
    for end in 1..whole.len() {
        let Some(cut) = whole.get(..end) else {
            continue;
        };
        let error = refusal(&tool, cut.to_owned());
        assert_eq!(error.problems()[0].kind(), ProblemKind::CutOff, "{cut}");
    }
}

#[test]
fn unreadable_text_is_not_an_empty_object() {
    let tool = echo(json!({"type": "object", "properties": {"a": {"type": "string"}}}));
    for sent in [
        "I will call the tool.",
        "undefined",
        "None",
        "nil",
        "NULL",
        "{'a': 'x'}",
        "{a: \"x\"}",
        "a=x",
        "<a>x</a>",
        "{\"a\": NaN}",
        "{\"a\": undefined}",
        "// nothing",
        "{/* nothing */}",
        "```json\n```",
        "\u{0}",
        "[]",
        "[{}]",
        "false",
        "0",
        "{\\n}",
    ] {
        refusal(&tool, sent);
    }
}

#[test]
fn what_can_be_read_in_two_ways() {
    // A number, or a list of one text?
    let two =
        json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "string"}}]});
    refusal(&echo_x(two, true), r#"{"x":"5"}"#);
    // A number or a truth value can't both be meant: one reading is left.
    let one = json!({"anyOf": [{"type": "integer"}, {"type": "boolean"}]});
    assert_eq!(
        call(&echo_x(one, true), r#"{"x":"5"}"#).unwrap(),
        r#"{"x":5}"#
    );
    // Either variant could be mended.
    let variants = json!({"anyOf": [
        {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false},
        {"type": "object", "properties": {"n": {"type": "array", "items": {"type": "string"}}}, "required": ["n"], "additionalProperties": false},
    ]});
    refusal(&echo_x(variants, true), r#"{"x":{"n":"5"}}"#);
}

#[test]
fn anything_where_a_tool_or_a_host_says_exact() {
    let schema = json!({"type": "integer"});
    let tool = echo_x(schema.clone(), false);
    let exact = echo_x(schema, false).with_definition(|definition| definition.with_exact(true));
    for sent in [
        r#"{"x":"5"}"#,
        r#"{"X":5}"#,
        r#"{"x":""}"#,
        r#""{\"x\":5}""#,
        "```\n{\"x\":5}\n```",
        r#"{"x":5,}"#,
        r#"{"x":5} done"#,
        r#"{"x":5}{"x":5}"#,
        "\u{feff}{\"x\":5}",
    ] {
        call(&tool, sent).unwrap();
        refusal(&tool, Arguments::from(sent).with_exact(true));
        refusal(&exact, sent);
    }
    // Rules are no repairs.
    for sent in ["", " ", "null", "{}", r#"{"x":null}"#, r#"{"x":5.0}"#] {
        call(&exact, sent).unwrap();
    }
}
