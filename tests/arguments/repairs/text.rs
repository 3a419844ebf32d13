//! The object in whatever it is wrapped in.

use loopd_tools::{FnTool, RepairKind};
use serde_json::{Value, json};

use crate::calling::{call, mended, refusal, repairs};
use crate::schemas::echo;

fn tool() -> FnTool {
    echo(json!({
        "type": "object",
        "properties": {"a": {"type": "string"}, "n": {"type": "integer"}},
        "additionalProperties": false,
    }))
}

#[test]
fn an_object_in_strings() {
    let kind = RepairKind::ObjectInString;
    for (sent, kinds) in [
        (r#""{\"a\":\"**/*.md\"}""#, &[kind][..]),
        (r#" "\"{\\\"a\\\":\\\"**/*.md\\\"}\"" "#, &[kind, kind]),
        (
            r#""\"\\\"{\\\\\\\"a\\\\\\\":\\\\\\\"**/*.md\\\\\\\"}\\\"\"""#,
            &[kind, kind, kind],
        ),
    ] {
        assert_eq!(mended(&tool(), sent, kinds), r#"{"a":"**/*.md"}"#);
    }
    // Four strings are no accident any more.
    let four = (0..4).fold(r#"{"a":"x"}"#.to_owned(), |text, _| {
        Value::from(text).to_string()
    });
    refusal(&tool(), four);
    assert_eq!(mended(&tool(), r#""""#, &[kind]), "{}");
    assert_eq!(mended(&tool(), r#""  ""#, &[kind]), "{}");
    assert_eq!(mended(&tool(), r#""null""#, &[kind]), "{}");
    for sent in [r#""hello""#, r#""[1]""#, r#""5""#, r#""{\"a\":\"x""#] {
        refusal(&tool(), sent);
    }
}

#[test]
fn a_string_that_a_host_passes_on_is_the_text() {
    assert_eq!(
        call(&tool(), json!(r#"{"a":"x"}"#)).unwrap(),
        r#"{"a":"x"}"#
    );
    assert_eq!(repairs(&tool(), json!(r#"{"a":"x"}"#)).unwrap(), []);
    assert_eq!(call(&tool(), json!("")).unwrap(), "{}");
}

#[test]
fn a_code_fence() {
    let kinds = &[RepairKind::CodeFence];
    for sent in [
        "```json\n{\"a\":\"x\"}\n```",
        "```\n{\"a\":\"x\"}\n```\n",
        "  ```JSON {\"a\":\"x\"}```",
        "```{\"a\":\"x\"}```",
    ] {
        assert_eq!(mended(&tool(), sent, kinds), r#"{"a":"x"}"#);
    }
    assert_eq!(
        mended(&tool(), "```\n{\"a\":\"```\"}\n```", kinds),
        r#"{"a":"```"}"#
    );
    for sent in [
        "```json\n{\"a\":\"x\"}",
        "{\"a\":\"x\"}\n```",
        "```json\n{\"a\":\"x\"}\n```\n```json\n{\"a\":\"y\"}\n```",
        "Here it is: ```json\n{\"a\":\"x\"}\n```",
        "```json\n```",
        "```\nnothing\n```",
    ] {
        refusal(&tool(), sent);
    }
}

#[test]
fn prose_behind_the_object() {
    let kinds = &[RepairKind::TrailingProse];
    for sent in [
        "{\"a\":\"x\"} I will now read the file.",
        "{\"a\":\"x\"}\n\nThis calls the tool; done!",
        "{\"a\":\"x\"}</tool_call>",
        "{\"a\":\"x\"}<|im_end|>",
    ] {
        assert_eq!(mended(&tool(), sent, kinds), r#"{"a":"x"}"#);
    }
    for sent in [
        "{\"a\":\"x\"}}",
        "{\"a\":\"x\"}, \"n\": 5}",
        "{\"a\":\"x\"} or {\"a\":\"y\"}",
        "{\"a\":\"x\"} and \"n\" is 5",
        "{\"a\":\"x\"}: yes",
        "{\"a\":\"x\"} 5",
        "{\"a\":\"x\"} ,",
        "I will read {\"a\":\"x\"}",
        "{\"a\":\"x\" and so on",
    ] {
        refusal(&tool(), sent);
    }
}

#[test]
fn the_same_object_twice() {
    let kinds = &[RepairKind::SameObjectTwice];
    for sent in [
        "{\"a\":\"x\",\"n\":5}{\"a\":\"x\",\"n\":5}",
        "{\"a\":\"x\",\"n\":5}\n{ \"n\": 5.0, \"a\": \"x\" }\n",
    ] {
        assert_eq!(mended(&tool(), sent, kinds), r#"{"a":"x","n":5}"#);
    }
    for sent in [
        "{\"a\":\"x\"}{\"a\":\"y\"}",
        "{\"a\":\"x\"}{\"a\":\"x\"}{\"a\":\"x\"}",
        "{\"a\":\"x\"}{\"a\":\"x\",\"a\":\"x\"}",
        "{\"a\":\"x\"}{\"a\":\"x\"",
    ] {
        refusal(&tool(), sent);
    }
}

#[test]
fn a_byte_order_mark() {
    let sent = "\u{feff}{\"a\":\"x\"}";
    assert_eq!(
        mended(&tool(), sent, &[RepairKind::ByteOrderMark]),
        r#"{"a":"x"}"#
    );
    refusal(&tool(), "\u{feff}\u{feff}{\"a\":\"x\"}");
    refusal(&tool(), "\u{a0}{\"a\":\"x\"}");
}

#[test]
fn a_trailing_comma() {
    let list = echo(json!({"type": "object", "properties": {"l": {"type": "array", "items": {}}}}));
    let kinds = &[RepairKind::TrailingComma];
    assert_eq!(mended(&tool(), "{\"a\":\"x\",}", kinds), r#"{"a":"x"}"#);
    assert_eq!(
        mended(&list, "{\"l\":[1,2 , ],\n}", kinds),
        r#"{"l":[1,2]}"#
    );
    for sent in [
        "{\"a\":\"x\",,}",
        "{,}",
        "{\"a\":,}",
        "{\"a\":\"x\"},",
        "{,\"a\":\"x\"}",
    ] {
        refusal(&tool(), sent);
    }
}

#[test]
fn raw_control_characters_in_strings() {
    let kinds = &[RepairKind::ControlCharacter];
    assert_eq!(
        mended(&tool(), "{\"a\":\"one\ntwo\tthree\u{1}\"}", kinds),
        r#"{"a":"one\ntwo\tthree\u0001"}"#
    );
    // A backslash before the line break is another matter.
    refusal(&tool(), "{\"a\":\"one\\\ntwo\"}");
    refusal(&tool(), "{\"a\u{1}\":\"x\"}");
}

#[test]
fn several_at_once_are_recorded_in_their_order() {
    let sent = "\u{feff}```json\n{\"a\":\"one\ntwo\",}\n```";
    let kinds = &[
        RepairKind::ByteOrderMark,
        RepairKind::CodeFence,
        RepairKind::TrailingComma,
        RepairKind::ControlCharacter,
    ];
    assert_eq!(mended(&tool(), sent, kinds), r#"{"a":"one\ntwo"}"#);
    let recorded = repairs(&tool(), sent).unwrap();
    assert!(recorded.iter().all(|repair| repair.path.is_empty()));
    assert_eq!(recorded[2].after, r#"{"a":"one\ntwo"}"#);
}

#[test]
fn a_record_is_short() {
    let long = "x".repeat(10_000);
    let sent = format!("{{\"a\":\"{long}\"}} and so on");
    let recorded = repairs(&tool(), sent).unwrap();
    assert!(
        recorded[0].before.len() < 300 && recorded[0].after.len() < 300,
        "{recorded:?}"
    );
}
