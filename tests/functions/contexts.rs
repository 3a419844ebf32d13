//! The context is optional, and says which state the tool has.

use std::sync::atomic::{AtomicU32, Ordering};

use loopd_tools::{CallContext, Context, Context as Cx, DynTool, Tool, ToolError, tool};

use crate::{now, text};

/// Says who calls.
#[tool]
async fn who(cx: Context<'_>) -> Result<String, ToolError> {
    Ok(cx.session_id().to_owned())
}

/// Counts its calls.
#[tool(read_only, core)]
async fn count(cx: Cx<'_, AtomicU32>, by: u32) -> String {
    (cx.state().fetch_add(by, Ordering::Relaxed) + by).to_string()
}

/// Takes a lifetime by name.
#[tool]
async fn named<'a>(cx: Cx<'a, String>, text: &'a str) -> String {
    format!("{}{text}", cx.state())
}

/// Needs nothing.
#[tool]
fn nothing() -> &'static str {
    "done"
}

#[test]
fn the_context_is_the_call_s() {
    let cx = CallContext::new().with_session_id("s1");
    let output = now(who::tool().call("".into(), &cx)).expect("the call");
    assert_eq!(output.into_text(), "s1");
}

#[test]
fn the_state_is_shared_by_all_calls() {
    let tool = count::with(AtomicU32::new(1));
    assert_eq!(text(&tool, r#"{"by":2}"#), "3");
    assert_eq!(text(&tool, r#"{"by":4}"#), "7");
    assert!(tool.definition().core());
    assert_eq!(text(&named::with("a".to_owned()), r#"{"text":"b"}"#), "ab");
}

#[test]
fn a_function_without_parameters_takes_an_empty_object() {
    for arguments in ["", "{}", "null"] {
        assert_eq!(text(&nothing::tool(), arguments), "done");
    }
    assert_eq!(nothing(), "done");
    assert_eq!(nothing::NAME, "nothing");
}
