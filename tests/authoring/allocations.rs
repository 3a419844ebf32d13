//! What a call of a typed tool takes from the heap: its arguments and its future.

use allocation_counter::measure;
use loopd_tools::{CallContext, Context, DynTool, Echo, Json, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

use crate::driving::finished;

/// How often a call takes from the heap, its output's drop not counted.
fn taken(tool: &dyn DynTool, arguments: &str) -> u64 {
    let cx = CallContext::new();
    let call = || finished(tool.call(arguments.into(), &cx)).unwrap();
    // What is made once and kept is no part of a call.
    drop(call());
    let mut output = None;
    let counted = measure(|| output = Some(call()));
    drop(output);
    counted.count_total
}

/// Says nothing.
#[derive(Tool, Deserialize)]
struct Ping;

impl Run for Ping {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        // A text without a length takes nothing.
        Ok(String::new().into())
    }
}

#[test]
fn a_call_takes_its_arguments_and_its_future() {
    // No arguments: the future alone.
    assert_eq!(taken(&Ping::tool(), ""), 1);
    // Preparing takes the arguments and a box, calling the arguments and a future, and no more.
    let echo = Echo::tool();
    let arguments = r#"{"text":"sixty-four characters, or somewhat less"}"#;
    let cx = CallContext::new();
    let prepared = measure(|| drop(echo.prepare(arguments.into(), &cx)));
    assert_eq!(taken(&echo, arguments), prepared.count_total);
}

#[test]
fn a_context_of_a_session_takes_little() {
    let session = loopd_tools::Session::new("s").with_value("k", 1);
    let counted = measure(|| drop(session.call("call-1")));
    // The context, its id, and the token that calls it off.
    assert_eq!(counted.count_total, 3);
    let cx = session.call("call-1");
    assert_eq!(measure(|| drop(cx.clone())).count_total, 0);
}

#[test]
fn text_goes_through_an_output_without_a_copy() {
    let text = "x".repeat(1000);
    let counted = measure(|| drop(ToolOutput::from(text).into_text()));
    assert_eq!(counted.count_total, 0);
    // A typed output is its value: no text is made before somebody reads it.
    let value = measure(|| drop(loopd_tools::IntoOutput::into_output(Json(7))));
    assert_eq!(value.count_total, 1);
}
