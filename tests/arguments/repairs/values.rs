//! Single values, as the schema directs.

use loopd_tools::RepairKind;
use serde_json::json;

use crate::calling::{call, mended, refusal, repairs};
use crate::schemas::{echo, echo_x};

#[test]
fn a_number_in_a_string() {
    let kinds = &[RepairKind::NumberInString];
    let integer = echo_x(
        json!({"type": "integer", "minimum": 0, "maximum": 99}),
        true,
    );
    for (sent, read) in [
        (r#"{"x":"5"}"#, r#"{"x":5}"#),
        (r#"{"x":"5.0"}"#, r#"{"x":5}"#),
        (r#"{"x":"5e1"}"#, r#"{"x":50}"#),
        (r#"{"x":"0"}"#, r#"{"x":0}"#),
    ] {
        assert_eq!(mended(&integer, sent, kinds), read);
    }
    for sent in [
        r#"{"x":"5.5"}"#,
        r#"{"x":"100"}"#,
        r#"{"x":"-1"}"#,
        r#"{"x":"5abc"}"#,
        r#"{"x":"007"}"#,
        r#"{"x":"+5"}"#,
        r#"{"x":" 5"}"#,
        r#"{"x":"5 "}"#,
        r#"{"x":"0x10"}"#,
        r#"{"x":"1,000"}"#,
        r#"{"x":"five"}"#,
        r#"{"x":""}"#,
        r#"{"x":"NaN"}"#,
        r#"{"x":"1e400"}"#,
        r#"{"x":true}"#,
        r#"{"x":[]}"#,
        r#"{"x":[5]}"#,
    ] {
        refusal(&integer, sent);
    }
    let number = echo_x(json!({"type": "number"}), true);
    assert_eq!(mended(&number, r#"{"x":"41.3"}"#, kinds), r#"{"x":41.3}"#);
    assert_eq!(
        mended(&number, r#"{"x":"-2e-3"}"#, kinds),
        r#"{"x":-0.002}"#
    );
    let big = echo_x(json!({"type": "integer"}), true);
    let sent = r#"{"x":"9007199254740993"}"#;
    assert_eq!(mended(&big, sent, kinds), r#"{"x":9007199254740993}"#);
}

#[test]
fn a_truth_value_in_a_string() {
    let tool = echo_x(json!({"type": "boolean"}), true);
    let kinds = &[RepairKind::BoolInString];
    assert_eq!(mended(&tool, r#"{"x":"true"}"#, kinds), r#"{"x":true}"#);
    assert_eq!(mended(&tool, r#"{"x":"false"}"#, kinds), r#"{"x":false}"#);
    for sent in [
        r#"{"x":"yes"}"#,
        r#"{"x":"1"}"#,
        r#"{"x":1}"#,
        r#"{"x":0}"#,
        r#"{"x":"TRUE"}"#,
    ] {
        refusal(&tool, sent);
    }
}

#[test]
fn a_list_or_an_object_in_a_string() {
    let kind = RepairKind::JsonInString;
    let list = echo_x(json!({"type": "array", "items": {"type": "string"}}), true);
    assert_eq!(
        mended(&list, r#"{"x":"[\"a\",\"b\"]"}"#, &[kind]),
        r#"{"x":["a","b"]}"#
    );
    assert_eq!(mended(&list, r#"{"x":" [] "}"#, &[kind]), r#"{"x":[]}"#);
    for sent in [
        r#"{"x":"[8ef061647935]"}"#,
        r#"{"x":"['a','b']"}"#,
        r#"{"x":"[\"a\""}"#,
        r#"{"x":"[\"a\"] and more"}"#,
        r#"{"x":"{\"a\":1}"}"#,
        r#"{"x":"[1]"}"#,
    ] {
        refusal(&list, sent);
    }
    let object = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": false});
    let object = echo_x(object, true);
    assert_eq!(
        mended(&object, r#"{"x":"{\"n\":5}"}"#, &[kind]),
        r#"{"x":{"n":5}}"#
    );
    // What stands in the string is mended in its turn.
    let twice = &[kind, RepairKind::NumberInString];
    assert_eq!(
        mended(&object, r#"{"x":"{\"n\":\"5\"}"}"#, twice),
        r#"{"x":{"n":5}}"#
    );
    refusal(&object, r#"{"x":"{\"n\":5,\"n\":5}"}"#);
    refusal(&object, r#"{"x":"{\"n\":5,\"m\":5}"}"#);
}

#[test]
fn one_value_for_a_list() {
    let kinds = &[RepairKind::OneItemList];
    let labels = echo_x(json!({"type": "array", "items": {"type": "string"}}), true);
    assert_eq!(
        mended(&labels, r#"{"x":"urgent"}"#, kinds),
        r#"{"x":["urgent"]}"#
    );
    for sent in [
        r#"{"x":"a,b"}"#,
        r#"{"x":"a;b"}"#,
        r#"{"x":"a\nb"}"#,
        r#"{"x":"['a']"}"#,
        r#"{"x":"(a)"}"#,
        r#"{"x":""}"#,
        r#"{"x":"null"}"#,
        r#"{"x":5}"#,
        r#"{"x":null}"#,
    ] {
        refusal(&labels, sent);
    }
    let point =
        json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    let points = echo_x(json!({"type": "array", "items": point}), true);
    assert_eq!(
        mended(&points, r#"{"x":{"n":5}}"#, kinds),
        r#"{"x":[{"n":5}]}"#
    );
    // The one value has to fit as it is.
    refusal(&points, r#"{"x":{"n":"5"}}"#);
    let two = echo_x(
        json!({"type": "array", "items": {"type": "integer"}, "minItems": 2}),
        true,
    );
    refusal(&two, r#"{"x":5}"#);
    // Anything is an item here, so nothing says that a list of one is meant.
    refusal(
        &echo_x(json!({"type": "array", "items": {}}), true),
        r#"{"x":5}"#,
    );
    // Which of the lists is meant, the outer or the inner?
    let table = json!({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}});
    refusal(&echo_x(table, true), r#"{"x":[30,70,50,50]}"#);
}

#[test]
fn an_empty_string_for_a_key_that_need_not_be_there() {
    let kinds = &[RepairKind::Absent];
    for schema in [
        json!({"type": "integer"}),
        json!({"type": "boolean"}),
        json!({"type": "array", "items": {"type": "string"}}),
        json!({"type": "object"}),
        json!({"anyOf": [{"type": "integer"}, {"type": "boolean"}]}),
    ] {
        let optional = echo_x(schema.clone(), false);
        assert_eq!(mended(&optional, r#"{"x":""}"#, kinds), "{}", "{schema}");
        assert_eq!(
            mended(&optional, r#"{"x":"null"}"#, kinds),
            "{}",
            "{schema}"
        );
        refusal(&optional, r#"{"x":" "}"#);
        let required = echo_x(schema, true);
        refusal(&required, r#"{"x":""}"#);
        refusal(&required, r#"{"x":"null"}"#);
    }
    let text = echo_x(json!({"type": "string"}), false);
    assert_eq!(call(&text, r#"{"x":""}"#).unwrap(), r#"{"x":""}"#);
    assert_eq!(call(&text, r#"{"x":"null"}"#).unwrap(), r#"{"x":"null"}"#);
    assert_eq!(repairs(&text, r#"{"x":""}"#).unwrap(), []);
    let choice = echo_x(json!({"type": "string", "enum": ["a"]}), false);
    refusal(&choice, r#"{"x":""}"#);
}

#[test]
fn a_listed_value_in_other_case() {
    let kinds = &[RepairKind::ValueCase];
    let tool = echo_x(
        json!({"type": "string", "enum": ["NA", "eu", "Ähre"]}),
        true,
    );
    for (sent, read) in [
        (r#"{"x":"na"}"#, r#"{"x":"NA"}"#),
        (r#"{"x":"EU"}"#, r#"{"x":"eu"}"#),
        (r#"{"x":"ÄHRE"}"#, r#"{"x":"Ähre"}"#),
    ] {
        assert_eq!(mended(&tool, sent, kinds), read);
    }
    for sent in [
        r#"{"x":"n-a"}"#,
        r#"{"x":"eur"}"#,
        r#"{"x":" na"}"#,
        r#"{"x":"ahre"}"#,
    ] {
        refusal(&tool, sent);
    }
    let both = echo_x(json!({"type": "string", "enum": ["us", "US"]}), true);
    assert_eq!(call(&both, r#"{"x":"us"}"#).unwrap(), r#"{"x":"us"}"#);
    refusal(&both, r#"{"x":"Us"}"#);
}

#[test]
fn a_key_in_another_spelling() {
    let kinds = &[RepairKind::KeySpelling];
    let tool = echo(json!({
        "type": "object",
        "properties": {"file_path": {"type": "string"}, "n": {"type": "integer"}},
        "required": ["file_path"],
        "additionalProperties": false,
    }));
    for sent in [
        r#"{"filePath":"x"}"#,
        r#"{"file-path":"x"}"#,
        r#"{"FILE_PATH":"x"}"#,
        r#"{"filepath":"x"}"#,
        r#"{"_file_path":"x"}"#,
    ] {
        assert_eq!(mended(&tool, sent, kinds), r#"{"file_path":"x"}"#);
    }
    let sent = r#"{"filePath":"x","N":"5"}"#;
    let all = &[kinds[0], kinds[0], RepairKind::NumberInString];
    assert_eq!(mended(&tool, sent, all), r#"{"file_path":"x","n":5}"#);
    for sent in [
        r#"{"path":"x"}"#,
        r#"{"file path":"x"}"#,
        r#"{"filePath":"x","file-path":"y"}"#,
        r#"{"file_path":"x","filePath":"x"}"#,
        r#"{"filePath":5}"#,
    ] {
        refusal(&tool, sent);
    }
    let alike = echo(json!({
        "type": "object",
        "properties": {"ab": {"type": "string"}, "a_b": {"type": "string"}},
        "additionalProperties": false,
    }));
    refusal(&alike, r#"{"A-B":"x"}"#);
}

#[test]
fn a_required_key_of_an_open_object_in_another_spelling() {
    let tool = echo(json!({
        "type": "object",
        "properties": {"file_path": {"type": "string"}, "line_no": {"type": "integer"}},
        "required": ["file_path"],
    }));
    let sent = r#"{"filePath":"x"}"#;
    assert_eq!(
        mended(&tool, sent, &[RepairKind::KeySpelling]),
        r#"{"file_path":"x"}"#
    );
    // Nothing is wrong with a key more.
    let sent = r#"{"file_path":"x","lineNo":"y"}"#;
    assert_eq!(call(&tool, sent).unwrap(), sent);
}

#[test]
fn values_in_variants() {
    let shape = json!({"anyOf": [
        {
            "type": "object",
            "properties": {"kind": {"type": "string", "enum": ["circle"]}, "radius": {"type": "number"}},
            "required": ["kind", "radius"],
            "additionalProperties": false,
        },
        {
            "type": "object",
            "properties": {"kind": {"type": "string", "enum": ["box"]}, "width": {"type": "number"}},
            "required": ["kind", "width"],
            "additionalProperties": false,
        },
    ]});
    let tool = echo_x(shape, true);
    for (sent, kinds) in [
        (
            r#"{"x":{"kind":"circle","radius":"5"}}"#,
            &[RepairKind::NumberInString][..],
        ),
        (
            r#"{"x":{"kind":"Circle","radius":5}}"#,
            &[RepairKind::ValueCase],
        ),
        (
            r#"{"x":{"Kind":"circle","radius":5}}"#,
            &[RepairKind::KeySpelling],
        ),
        (
            r#"{"x":"{\"kind\":\"circle\",\"radius\":5}"}"#,
            &[RepairKind::JsonInString],
        ),
    ] {
        assert_eq!(
            mended(&tool, sent, kinds),
            r#"{"x":{"kind":"circle","radius":5}}"#
        );
    }
    refusal(&tool, r#"{"x":{"kind":"circle","width":"5"}}"#);
    refusal(&tool, r#"{"x":{"radius":"5"}}"#);
}

#[test]
fn a_repair_says_what_where_and_how() {
    let range = json!({"type": "object", "properties": {"start": {"type": "integer"}}, "additionalProperties": false});
    let tool = echo(json!({
        "type": "object",
        "properties": {"ranges": {"type": "array", "items": range}},
        "additionalProperties": false,
    }));
    let recorded = repairs(&tool, r#"{"ranges":[{"start":1},{"Start":"5"}]}"#).unwrap();
    let lines: Vec<_> = recorded.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            r#"`ranges[1]`: "Start" read as "start""#,
            r#"`ranges[1].start`: "5" read as 5"#,
        ]
    );
    let data = serde_json::to_value(&recorded[1]).unwrap();
    assert_eq!(
        data,
        json!({"path": "ranges[1].start", "kind": "number_in_string", "before": "\"5\"", "after": "5"})
    );
}
