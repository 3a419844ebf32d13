//! What is read by rule, without a repair.

use loopd_tools::{
    Arguments, Context, Dispatcher, FakeTools, FnTool, Limits, MAX_BYTES, MAX_DEPTH, ProblemKind,
    Registry, Run, Tool, ToolError, ToolOutput,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::calling::{call, refusal};
use crate::schemas::echo;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(inline, deny_unknown_fields)]
struct Range {
    start: u64,
    #[serde(default)]
    end: Option<i128>,
}

/// Shows what was read.
#[derive(Tool, Serialize, Deserialize)]
struct Show {
    path: String,
    count: Option<u8>,
    #[serde(default)]
    ranges: Vec<Range>,
}

impl Run for Show {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        serde_json::to_string(&self)
            .map(Into::into)
            .map_err(ToolError::execution)
    }
}

#[test]
fn whole_numbers_keep_their_exact_meaning() {
    let tool = Show::tool();
    for (sent, read) in [
        (
            r#"{"path":"x","count":30.0}"#,
            r#"{"path":"x","count":30,"ranges":[]}"#,
        ),
        (
            r#"{"path":"x","count":5e0}"#,
            r#"{"path":"x","count":5,"ranges":[]}"#,
        ),
        (
            r#"{"path":"x","count":25500e-2}"#,
            r#"{"path":"x","count":255,"ranges":[]}"#,
        ),
        (
            r#"{"path":"x","count":-0.0}"#,
            r#"{"path":"x","count":0,"ranges":[]}"#,
        ),
        (
            r#"{"path":"x","ranges":[{"start":18446744073709551615}]}"#,
            r#"{"path":"x","count":null,"ranges":[{"start":18446744073709551615,"end":null}]}"#,
        ),
        (
            r#"{"path":"x","ranges":[{"start":9007199254740993,"end":-170141183460469231731687303715884105728}]}"#,
            r#"{"path":"x","count":null,"ranges":[{"start":9007199254740993,"end":-170141183460469231731687303715884105728}]}"#,
        ),
    ] {
        assert_eq!(call(&tool, sent).unwrap(), read, "{sent}");
    }
    for sent in [
        r#"{"path":"x","count":30.5}"#,
        r#"{"path":"x","count":1e-1}"#,
        r#"{"path":"x","count":256}"#,
        r#"{"path":"x","count":256.0}"#,
        r#"{"path":"x","count":-1}"#,
        r#"{"path":"x","count":1e400}"#,
        r#"{"path":"x","ranges":[{"start":18446744073709551616}]}"#,
    ] {
        refusal(&tool, sent);
    }
}

#[test]
fn null_for_a_key_that_is_not_required_is_no_key() {
    let tool = Show::tool();
    let sent = r#"{"path":"x","count":null,"ranges":null}"#;
    assert_eq!(
        call(&tool, sent).unwrap(),
        r#"{"path":"x","count":null,"ranges":[]}"#
    );
    let error = refusal(&tool, r#"{"path":null}"#);
    assert_eq!(error.problems()[0].pointer(), "/path");
}

#[test]
fn nothing_is_an_object_without_keys() {
    let echo = loopd_tools::Clock::tool();
    for sent in ["", " ", "\n\t\r ", "null", " null ", "{}"] {
        call(&echo, sent).unwrap();
    }
    call(&echo, loopd_tools::Arguments::absent()).unwrap();
    call(&echo, json!(null)).unwrap();
    call(&echo, json!({})).unwrap();
}

#[test]
fn a_key_given_twice_is_an_error_at_any_depth() {
    let tool = Show::tool();
    for (sent, pointer) in [
        (r#"{"path":"x","path":"x"}"#, "/path"),
        (r#"{"path":"x","\u0070ath":"y"}"#, "/path"),
        (
            r#"{"path":"x","ranges":[{"start":1},{"start":1,"start":2}]}"#,
            "/ranges/1/start",
        ),
    ] {
        let error = refusal(&tool, sent);
        assert_eq!(error.problems().len(), 1, "{error}");
        assert_eq!(error.problems()[0].pointer(), pointer);
    }
}

#[test]
fn a_list_is_no_struct() {
    let tool = Show::tool();
    for sent in [
        r#"["x"]"#,
        "[]",
        r#"{"path":"x","ranges":[[1]]}"#,
        "5",
        "true",
        r#""x""#,
    ] {
        refusal(&tool, sent);
    }
}

/// `serde_json` reads an object that begins with such a key as a number or as raw text.
#[test]
fn keys_that_serde_json_takes_for_its_own_are_refused() {
    let tool = echo(json!({"type": "object"}));
    for key in ["Number", "RawValue"] {
        let sent = format!(r#"{{"x":{{"$serde_json::private::{key}":"1"}}}}"#);
        let error = refusal(&tool, sent.clone());
        assert_eq!(error.problems()[0].kind(), ProblemKind::UnknownKey);
        // Parsed by a host before, such an object may be something else already.
        let inner = json!({format!("$serde_json::private::{key}"): "1"});
        refusal(&tool, json!({ "x": inner }));
    }
}

#[test]
fn depth_and_size_are_bounded() {
    let tool = echo(json!({"type": "object"}));
    let nested = |depth: usize| {
        format!(
            r#"{{"x":{}{}}}"#,
            "[".repeat(depth - 1),
            "]".repeat(depth - 1)
        )
    };
    call(&tool, nested(MAX_DEPTH)).unwrap();
    let error = refusal(&tool, nested(MAX_DEPTH + 1));
    assert_eq!(error.problems()[0].kind(), ProblemKind::TooDeep);
    refusal(&tool, nested(1_000_000));
    refusal(&tool, "[".repeat(1_000_000));
    let long = |bytes: usize| format!(r#"{{"x":"{}"}}"#, "a".repeat(bytes - 8));
    call(&tool, long(MAX_BYTES)).unwrap();
    let error = refusal(&tool, long(MAX_BYTES + 1));
    assert_eq!(error.problems()[0].kind(), ProblemKind::TooLarge);
    let limits = Limits::new().with_bytes(20).with_depth(2);
    let within = |text: &'static str| Arguments::from(text).with_limits(limits);
    call(&tool, within(r#"{"x":[1]}"#)).unwrap();
    refusal(&tool, within(r#"{"x":[[1]]}"#));
    refusal(&tool, within(r#"{"x":"0123456789abc"}"#));
    // A string that holds more nesting than is left is no way around the limit.
    let inside = echo(json!({"type": "object", "properties": {"x": {"type": "array"}}}));
    let deep = nested(MAX_DEPTH + 1);
    refusal(&inside, json!({ "x": &deep[5..deep.len() - 1] }));
}

/// An answer that the model reads, no error of the protocol (case B29).
#[test]
fn arguments_that_do_not_fit_are_an_answer() {
    let dispatcher = Dispatcher::new(Registry::m2b(), FakeTools::new());
    let answer = dispatcher.call("echo", r#"{"txt":"x"}"#);
    assert!(
        answer
            .text
            .starts_with("The tool failed: the arguments do not fit:"),
        "{}",
        answer.text
    );
    assert!(
        answer.text.contains("did you mean `text`?"),
        "{}",
        answer.text
    );
}

/// Variants in each other: the work must not double with each level.
#[test]
fn deep_variants_are_judged_in_time() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "read by serde alone")]
    enum Sum {
        Number(f64),
        Add {
            left: Box<Self>,
            right: Box<Self>,
        },
        Subtract {
            left: Box<Self>,
            right: Box<Self>,
            swapped: Option<bool>,
        },
        Many {
            left: Vec<Self>,
            right: Option<Box<Self>>,
        },
    }

    #[derive(Deserialize, JsonSchema)]
    struct Calculate {
        #[expect(dead_code, reason = "read by serde alone")]
        sum: Sum,
    }

    let tool = FnTool::typed_sync("sum", "Adds.", |_: Calculate, _| "added").unwrap();
    let nested = |end: &str| {
        let depth = MAX_DEPTH - 2;
        let open = r#"{"left":1,"right":"#.repeat(depth);
        format!(r#"{{"sum":{open}{end}{}}}"#, "}".repeat(depth))
    };
    call(&tool, nested("1")).unwrap();
    refusal(&tool, nested("\"x\""));
    refusal(&tool, nested("\"1\",\"more\":2"));
}
