//! The direct path and the tree give the same answer on the same text, value and verdict.
//!
//! Which of them a tool takes can't be seen from outside, but it can be chosen: beside an open
//! field every other field takes the tree.

use std::collections::VecDeque;
use std::fmt::Debug;

use loopd_tools::FnTool;
use proptest::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::calling::call;

#[derive(Debug, Deserialize, JsonSchema)]
struct Direct<T> {
    #[expect(dead_code, reason = "shown by `Debug`")]
    inner: T,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ByTree<T> {
    #[expect(dead_code, reason = "shown by `Debug`")]
    inner: T,
    #[expect(dead_code, reason = "makes the tool take the tree")]
    open: Option<Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Fast,
    Slow,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by `Debug`")]
struct Range {
    start: u32,
    #[serde(alias = "stop")]
    #[schemars(extend("x-loopd-aliases" = ["stop"]))]
    end: Option<i64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Page {
    #[expect(dead_code, reason = "shown by `Debug`")]
    limit: Option<u8>,
}

fn ten() -> Option<u8> {
    Some(10)
}

/// Every shape that the direct path takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by `Debug`")]
struct Shapes {
    text: String,
    #[schemars(length(min = 1, max = 3))]
    short: Option<String>,
    #[schemars(range(min = 1, max = 9))]
    digit: Option<u8>,
    wide: Option<u128>,
    float: Option<f64>,
    single: Option<f32>,
    flag: Option<bool>,
    mode: Option<Mode>,
    range: Option<Range>,
    ranges: Option<VecDeque<Range>>,
    pair: Option<(u8, String)>,
    #[serde(default = "ten")]
    ten: Option<u8>,
    #[serde(flatten)]
    page: Page,
}

fn shown<T>() -> FnTool
where
    T: Debug + DeserializeOwned + JsonSchema + Send + 'static,
{
    FnTool::typed_sync("show", "Shows.", |arguments: T, _| format!("{arguments:?}")).unwrap()
}

/// What the model reads in the end, by each path; names of the two wrappers aside.
fn both(inner: &str) -> (String, String) {
    let answer = |tool: &FnTool, text: &str| match call(tool, text.to_owned()) {
        Ok(output) => output,
        Err(error) => error.message().to_owned(),
    };
    thread_local! {
        static TOOLS: (FnTool, FnTool) = (shown::<Direct<Shapes>>(), shown::<ByTree<Shapes>>());
    }
    TOOLS.with(|(direct, tree)| {
        let text = format!("{{\"inner\":{inner}}}");
        let tree = answer(tree, &text)
            .replace("ByTree {", "Direct {")
            .replace(", open: None", "");
        (answer(direct, &text), tree)
    })
}

fn string() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{0,5}".prop_map(|text| format!("\"{text}\"")),
        any::<String>().prop_map(|text| Value::from(text).to_string()),
        Just(r#""\u0061\n\ud83e\udd80""#.to_owned()),
        Just(r#""fast""#.to_owned()),
        Just(r#""Slow""#.to_owned()),
    ]
}

fn scalar() -> impl Strategy<Value = String> {
    const FIXED: &[&str] = &[
        "0",
        "5",
        "-0",
        "9",
        "10",
        "255",
        "256",
        "-1",
        "5.0",
        "5e0",
        "0.1",
        "1e400",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "true",
        "false",
        "null",
        "340282366920938463463374607431768211455",
        "1e-400",
        "0.30000001192092896",
        "01",
        "5.",
        "tru",
        "\"",
        "\"\n\"",
        "\"5\"",
    ];
    prop_oneof![
        string(),
        proptest::sample::select(FIXED).prop_map(str::to_owned),
        any::<f64>()
            .prop_filter("finite", |float| float.is_finite())
            .prop_map(|float| format!("{float}")),
        any::<i32>().prop_map(|number| number.to_string()),
    ]
}

fn object(keys: &'static [&'static str], value: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let member = (proptest::sample::select(keys), "[ \n]?", value)
        .prop_map(|(key, space, value)| format!("{space}\"{key}\"{space}:{space}{value}"));
    proptest::collection::vec(member, 0..4)
        .prop_map(|members| format!("{{{}}}", members.join(",")))
        .boxed()
}

fn list(item: BoxedStrategy<String>) -> BoxedStrategy<String> {
    proptest::collection::vec(item, 0..3)
        .prop_map(|items| format!("[{}]", items.join(" , ")))
        .boxed()
}

fn value() -> BoxedStrategy<String> {
    let range = object(
        &["start", "end", "stop", "\\u0073tart", "other"],
        scalar().boxed(),
    );
    prop_oneof![4 => scalar(), 1 => range.clone(), 1 => list(range), 1 => list(scalar().boxed())]
        .boxed()
}

/// Half of the texts begin with what is required, so that many fit.
fn arguments() -> impl Strategy<Value = String> {
    const KEYS: &[&str] = &[
        "text", "short", "digit", "wide", "float", "single", "flag", "mode", "range", "ranges",
        "pair", "ten", "limit", "other",
    ];
    let one = (proptest::sample::select(KEYS), value())
        .prop_map(|(key, value)| format!("{{\"text\":\"x\",\"{key}\":{value}}}"));
    prop_oneof![2 => one, 1 => object(KEYS, value())]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_paths_agree(inner in arguments()) {
        let (direct, tree) = both(&inner);
        prop_assert_eq!(direct, tree, "{}", inner);
    }
}

#[test]
fn both_paths_agree_on_what_is_known_to_differ_in_serde() {
    for inner in [
        r#"{"text":"x","ten":null}"#,
        r#"{"text":"x","range":[1,2]}"#,
        r#"{"text":"x","range":{"start":1,"start":1}}"#,
        r#"{"text":"x","range":{"start":1,"end":1,"stop":1}}"#,
        r#"{"text":"x","range":{"start":1,"stop":7}}"#,
        r#"{"text":"x","range":{"start":1,"other":1}}"#,
        r#"{"text":"x","pair":[1,"a",2]}"#,
        r#"{"text":"x","pair":[1]}"#,
        r#"{"text":"x","short":"äöüß"}"#,
        r#"{"text":"x","digit":10}"#,
        r#"{"text":"x","float":0.1}"#,
        r#"{"text":"x","single":0.1}"#,
        r#"{"text":"x","limit":5.0}"#,
        r#"{"text":"x","mode":{"fast":null}}"#,
        r#"["x"]"#,
    ] {
        let (direct, tree) = both(inner);
        assert_eq!(direct, tree, "{inner}");
    }
    let (direct, _) = both(r#"{"text":"x","range":{"start":1,"stop":7}}"#);
    assert!(direct.contains("end: Some(7)"), "{direct}");
    let (direct, _) = both(r#"{"text":"x","ten":null}"#);
    assert!(direct.contains("ten: Some(10)"), "{direct}");
}
