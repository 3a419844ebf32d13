//! Calls that fail again and again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use loopd_tools::{
    Broker, CallContext, CallLimits, Control, Outcome, Session, ToolError, ToolOutput,
    ToolResponse, Toolbox,
};

use crate::drive::{now, raw};
use crate::tools::{Probe, Says};

/// A broker with a tool that fails unless it is told to work, and one that always works.
fn broker(limits: CallLimits) -> (Broker, Arc<AtomicBool>) {
    let works = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&works);
    let toolbox = Toolbox::new();
    let flaky = Probe::new("flaky", move |_, _| {
        let works = flag.load(Ordering::SeqCst);
        async move {
            if works {
                return Ok("fine");
            }
            Err(ToolError::not_found("no such thing"))
        }
    });
    toolbox.register(flaky).unwrap();
    toolbox.register(Says::new("steady", "fine")).unwrap();
    let sour = Probe::new("sour", |_, _| async { Ok(ToolOutput::error("sour")) });
    toolbox.register(sour).unwrap();
    (
        Broker::builder(toolbox)
            .without_timer()
            .limits(limits)
            .build()
            .unwrap(),
        works,
    )
}

fn call(broker: &Broker, cx: &CallContext, tool: &str, arguments: &str) -> Outcome {
    now(broker.call(raw(tool, arguments), cx.clone()))
}

fn gave_up(outcome: &Outcome) -> bool {
    matches!(outcome.control(), Control::GiveUp(_))
}

/// How many calls fail until one gives up; 100 if none does.
fn until_given_up(mut fail: impl FnMut(usize) -> Outcome) -> usize {
    (1..100)
        .find(|number| gave_up(&fail(*number)))
        .unwrap_or(100)
}

#[test]
fn three_failures_of_one_call_are_told_and_the_fourth_gives_up() {
    let (broker, _) = broker(CallLimits::new());
    for tool in ["flaky", "sour", "unknown"] {
        let session = Session::new("s");
        let cx = session.call("1");
        assert_eq!(
            until_given_up(|_| call(&broker, &cx, tool, r#"{"a":1}"#)),
            4,
            "{tool}"
        );
        let outcome = call(&broker, &cx, tool, r#"{"a":1}"#);
        let Control::GiveUp(reason) = outcome.control() else {
            panic!("it stays given up");
        };
        assert!(
            reason.contains(tool) && reason.contains(r#"{"a":1}"#),
            "{reason}"
        );
        assert!(reason.contains("5 times"), "{reason}");
        let ToolResponse::Failed { message } = outcome.response() else {
            panic!("it failed");
        };
        assert!(message.starts_with(&reason), "{message}");
    }
}

#[test]
fn an_envelope_that_calls_nothing_has_failed() {
    let (broker, _) = broker(CallLimits::new());
    let session = Session::new("s");
    let cx = session.call("1");
    for envelope in [
        r#"{"name":"nobody","arguments":{}}"#,
        r#"{"name":"steady","arguments":"x"}"#,
    ] {
        let tries = until_given_up(|_| call(&broker, &cx, "call_tool", envelope));
        assert_eq!(tries, 4, "{envelope}");
        assert!(call(&broker, &cx, "find_tool", r#"{"query":"steady"}"#).is_ok());
    }
}

#[test]
fn another_spelling_is_the_same_call_and_other_arguments_are_not() {
    let (broker, _) = broker(CallLimits::new());
    let session = Session::new("s");
    let cx = session.call("1");
    let spellings = [
        r#"{"a":1,"b":{"c":2,"d":3}}"#,
        r#"{ "b": {"d":3, "c":2}, "a": 1 }"#,
    ];
    assert_eq!(
        until_given_up(|number| call(&broker, &cx, "flaky", spellings[number % 2])),
        4
    );
    assert!(!gave_up(&call(&broker, &cx, "flaky", r#"{"a":2}"#)));
}

#[test]
fn a_success_resets() {
    let (broker, works) = broker(CallLimits::new());
    let session = Session::new("s");
    let cx = session.call("1");
    for _ in 0..5 {
        for _ in 0..3 {
            assert!(!gave_up(&call(&broker, &cx, "flaky", "{}")));
        }
        works.store(true, Ordering::SeqCst);
        assert!(call(&broker, &cx, "flaky", "{}").is_ok());
        works.store(false, Ordering::SeqCst);
    }
    for _ in 0..3 {
        assert!(!gave_up(&call(&broker, &cx, "flaky", "{}")));
    }
    // A row of failures is broken by whatever works: the next try may well go another way.
    assert!(call(&broker, &cx, "steady", "{}").is_ok());
    assert_eq!(until_given_up(|_| call(&broker, &cx, "flaky", "{}")), 4);
}

#[test]
fn varying_failures_of_one_tool_have_a_bound_of_their_own() {
    let (broker, _) = broker(CallLimits::new());
    let session = Session::new("s");
    let cx = session.call("1");
    let varied = |number| call(&broker, &cx, "flaky", &format!(r#"{{"a":{number}}}"#));
    assert_eq!(until_given_up(varied), 9);
    assert!(
        !gave_up(&call(&broker, &cx, "sour", "{}")),
        "another tool has its own row"
    );
}

#[test]
fn both_bounds_can_be_set() {
    let limits = CallLimits::new()
        .with_same_failures(1)
        .with_failures_in_a_row(2);
    let (broker, _) = broker(limits);
    let session = Session::new("s");
    let cx = session.call("1");
    assert_eq!(until_given_up(|_| call(&broker, &cx, "flaky", "{}")), 2);
    let session = Session::new("t");
    let cx = session.call("1");
    let varied = |number| call(&broker, &cx, "flaky", &format!(r#"{{"a":{number}}}"#));
    assert_eq!(until_given_up(varied), 3);
}

#[test]
fn sessions_count_for_themselves() {
    let (broker, _) = broker(CallLimits::new());
    for number in 0..20 {
        let session = Session::new(format!("s{number}"));
        assert!(!gave_up(&call(&broker, &session.call("1"), "flaky", "{}")));
    }
}
