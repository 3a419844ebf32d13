//! The tools of the load, and what their calls do.

use std::sync::Once;
use std::time::Duration;

use loopd_tools::policy::{Answers, Approval, Approver, Question};
use loopd_tools::{BoxFuture, CallContext, Requirement, ToolError, ToolOutput};
use serde_json::Value;
use tokio::task::yield_now;

use crate::tools::Probe;

/// How long a call may take: some are meant to take longer.
const TIMEOUT: Duration = Duration::from_millis(2);

/// What the words of all panics here begin with.
const PANIC: &str = "load:";

/// What a call does.
pub(super) const ACTS: [&str; 15] = [
    "answer",
    "answer",
    "wait",
    "wait",
    "long",
    "fail",
    "sour",
    "unfit",
    "panic early",
    "panic late",
    "panic while decoding",
    "stuck",
    "polite",
    "shut",
    "ask",
];

pub(super) fn name(number: usize) -> String {
    format!("tool_{number}")
}

/// A tool that does what its arguments say.
pub(super) fn tool(number: usize) -> Probe {
    let tool = Probe::new(&name(number), act);
    let tool = tool.define(|tool| {
        let tool = tool.with_timeout(TIMEOUT);
        tool.with_concurrent(number % 3 > 0)
    });
    tool.plan(|mut plan, arguments| {
        let act = arguments["act"].as_str();
        assert!(
            act != Some("panic while decoding"),
            "{PANIC} while decoding"
        );
        if act == Some("unfit") {
            return Err(ToolError::invalid_input("it does not fit"));
        }
        plan.resource = arguments["on"].as_str().map(str::to_owned);
        let need = |capability: &str, resource: String| {
            Requirement::new(capability, "words").with_resource(resource)
        };
        Ok(match act {
            Some("shut") => plan.with_requirement(need("net", "shut.org".to_owned())),
            Some("ask") => plan.with_requirement(need("ask", arguments["number"].to_string())),
            Some("answer") => plan.with_requirement(need("net", "open.org".to_owned())),
            _ => plan,
        })
    })
}

async fn act(arguments: Value, cx: CallContext) -> Result<ToolOutput, ToolError> {
    let act = arguments["act"].as_str().unwrap_or_default();
    assert!(act != "panic early", "{PANIC} early");
    match act {
        "wait" | "panic late" => {
            for _ in 0..3 {
                yield_now().await;
            }
            assert!(act != "panic late", "{PANIC} late");
        }
        "long" => return Ok("0123456789abcdef\n".repeat(2_000).into()),
        "fail" => return Err(ToolError::not_found("no such thing")),
        "sour" => return Ok(ToolOutput::error("sour")),
        "stuck" => std::future::pending().await,
        "polite" => cx.cancellation().cancelled().await,
        _ => {}
    }
    Ok("done".into())
}

/// Approves what has an even number.
pub(super) struct EveryOther;

impl Approver for EveryOther {
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Answers> {
        let approval = |number: &str| match number.parse::<usize>() {
            Ok(number) if number % 2 == 0 => Approval::Approve,
            _ => Approval::Deny,
        };
        let answers = question.calls.iter().map(|call| {
            let first = call
                .requirements
                .first()
                .map(|at| &question.requirements[*at]);
            let resource = first.and_then(|requirement| requirement.resource.as_deref());
            approval(resource.unwrap_or_default())
        });
        let answers = Answers::each(answers.collect::<Vec<_>>());
        Box::pin(async {
            yield_now().await;
            answers
        })
    }
}

/// Panics that are meant are not printed.
pub(super) fn quiet_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let words = info.payload_as_str().unwrap_or_default();
            if !words.starts_with(PANIC) {
                others(info);
            }
        }));
    });
}
