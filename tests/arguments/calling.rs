//! Calling a tool without an async runtime.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use loopd_tools::{Arguments, CallContext, DynTool, Repair, RepairKind, ToolError, ToolErrorKind};

/// What the tool answers, as text. None of the tools here ever waits.
pub(crate) fn call(
    tool: &dyn DynTool,
    arguments: impl Into<Arguments<'static>>,
) -> Result<String, ToolError> {
    let cx = CallContext::new();
    let mut future = pin!(tool.call(arguments.into(), &cx));
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(output) => output.map(loopd_tools::ToolOutput::into_text),
        Poll::Pending => panic!("a tool of these tests waits"),
    }
}

/// What the model reads when the arguments are refused.
pub(crate) fn refusal(tool: &dyn DynTool, arguments: impl Into<Arguments<'static>>) -> ToolError {
    let error = call(tool, arguments).expect_err("the arguments should be refused");
    assert_eq!(error.kind(), ToolErrorKind::InvalidInput);
    assert!(!error.problems().is_empty());
    error
}

/// The repairs that a call needed.
pub(crate) fn repairs(
    tool: &dyn DynTool,
    arguments: impl Into<Arguments<'static>>,
) -> Result<Vec<Repair>, ToolError> {
    let prepared = tool.prepare(arguments.into(), &CallContext::new())?;
    Ok(prepared.plan().repairs)
}

/// What a call is read as, which needs exactly these repairs; refused when repairs are off.
pub(crate) fn mended(tool: &dyn DynTool, sent: &'static str, kinds: &[RepairKind]) -> String {
    let read = call(tool, sent).unwrap_or_else(|error| panic!("{sent}: {error}"));
    let repairs = repairs(tool, sent).expect("the same answer twice");
    assert_eq!(
        repairs.iter().map(|repair| repair.kind).collect::<Vec<_>>(),
        kinds,
        "{sent}"
    );
    refusal(tool, Arguments::from(sent).with_exact(true));
    read
}
