//! Borrowed parameters are decoded as what they borrow from.

use std::path::Path;

use loopd_tools::{CallContext, DynTool, Tool, tool};
use serde_json::json;

use crate::{call, parameters, text};

/// Puts all that can be borrowed together.
#[tool]
fn join(
    text: &str,
    list: &[String],
    vector: &Vec<u8>,
    count: &u32,
    maybe: &Option<u32>,
    title: Option<&str>,
    ranges: Option<&[u8]>,
    mut owned: String,
) -> String {
    owned.push('!');
    format!("{text} {list:?} {vector:?} {count} {maybe:?} {title:?} {ranges:?} {owned}")
}

/// Puts paths together.
#[tool(resource = root)]
fn below(root: &Path, inner: Option<&std::path::Path>) -> String {
    root.join(inner.unwrap_or(Path::new(".")))
        .display()
        .to_string()
}

#[test]
fn a_path_is_text_that_can_name_a_resource() {
    let tool = below::tool();
    assert_eq!(
        parameters(&tool)["properties"]["root"],
        json!({"type": "string"})
    );
    assert_eq!(parameters(&tool)["required"], json!(["root"]));
    assert_eq!(text(&tool, r#"{"root":"a","inner":"b"}"#), "a/b");
    assert_eq!(text(&tool, r#"{"root":"a"}"#), "a/.");
    let call = tool.prepare(r#"{"root":"a"}"#.into(), &CallContext::new());
    assert_eq!(
        call.expect("the call").plan().resource.as_deref(),
        Some("a")
    );
}

#[test]
fn the_schema_has_the_owned_types() {
    let tool = join::tool();
    let expected = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "list": {"type": "array", "items": {"type": "string"}},
            "vector": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}},
            "count": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32},
            "maybe": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32},
            "title": {"type": "string"},
            "ranges": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}},
            "owned": {"type": "string"},
        },
        "required": ["text", "list", "vector", "count", "owned"],
        "additionalProperties": false,
    });
    assert_eq!(parameters(&tool).to_string(), expected.to_string());
}

#[test]
fn the_function_is_given_what_was_sent() {
    let tool = join::tool();
    let least = r#"{"text":"a","list":["b"],"vector":[1],"count":2,"owned":"c"}"#;
    assert_eq!(text(&tool, least), r#"a ["b"] [1] 2 None None None c!"#);
    let most = r#"{"text":"a","list":[],"vector":[],"count":2,"maybe":3,"title":"t","ranges":[4,5],"owned":"c"}"#;
    assert_eq!(
        text(&tool, most),
        r#"a [] [] 2 Some(3) Some("t") Some([4, 5]) c!"#
    );
}

#[test]
fn what_does_not_fit_never_reaches_the_function() {
    let error = call(&join::tool(), r#"{"text":"a"}"#).expect_err("keys are missing");
    let missing = ["list", "vector", "count", "owned"];
    assert_eq!(error.problems().len(), missing.len(), "{error}");
}

#[test]
fn the_function_is_still_a_function() {
    let joined = join("a", &[], &vec![], &1, &None, None, None, "c".to_owned());
    assert_eq!(joined, "a [] [] 1 None None None c!");
}
