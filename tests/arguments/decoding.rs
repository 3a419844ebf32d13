//! What is read by rule, without a repair.

use loopd_tools::{Context, Run, Tool, ToolError, ToolOutput};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::calling::{call, refusal};

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
