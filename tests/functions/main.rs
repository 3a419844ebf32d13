//! `#[tool]` on functions: the struct that it writes, and the calls that reach the function.

mod borrowed;
mod contexts;
mod documentation;
mod generics;
mod outputs;

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use loopd_tools::{CallContext, DynTool, ToolError, ToolOutput};
use serde_json::Value;

/// Runs a future that never waits.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the future waits"),
    }
}

/// Calls a tool as a model would.
fn call(tool: &dyn DynTool, arguments: &str) -> Result<ToolOutput, ToolError> {
    now(tool.call(arguments.into(), &CallContext::new()))
}

/// What a call gives, as text.
fn text(tool: &dyn DynTool, arguments: &str) -> String {
    call(tool, arguments).expect("the call").into_text()
}

/// A tool's parameters.
fn parameters(tool: &dyn DynTool) -> &Value {
    &tool.definition().schema().parameters
}
