//! A panic of any part of a call stays in the call.

use std::error::Error;
use std::panic::panic_any;

use loopd_tools::broker::Timer;
use loopd_tools::policy::{
    Access, AccessSource, Answers, Approver, Asked, Policy, Profile, Question,
};
use loopd_tools::{
    Arguments, BoxFuture, Broker, CallContext, CallLimits, Definition, DynTool, Plan, Prepared,
    Requirement, ToolError, ToolErrorKind, ToolOutput, Toolbox,
};

use crate::drive::{for_ever, now, outcome, over, poll_once, raw, turn};
use crate::tools::{Probe, Says, schema};

const SECRET: &str = "secret of the payload";

/// The call has failed, the model has not read the payload, and the log has it.
fn contained(broker: &Broker) {
    let outcome = outcome(broker, "bad");
    let error = outcome.error().expect("the call fails");
    assert_eq!(error.kind(), ToolErrorKind::Execution);
    assert!(
        error.message().contains("bad failed"),
        "{}",
        error.message()
    );
    assert!(!outcome.text().contains(SECRET), "{}", outcome.text());
    let source = error.source().expect("the log has the payload").to_string();
    assert!(source.contains(SECRET), "{source}");
    assert_eq!((broker.in_flight(), broker.held()), (0, 0));
}

#[derive(Clone, Copy, PartialEq)]
enum At {
    Prepare,
    Plan,
    Run,
    FirstPoll,
    SecondPoll,
    Drop,
}

/// A tool that panics at one place.
struct Bad {
    definition: Definition,
    at: At,
}

struct BadCall(At);

impl DynTool for Bad {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn prepare(
        &self,
        _arguments: Arguments<'_>,
        _cx: &CallContext,
    ) -> Result<Box<dyn Prepared>, ToolError> {
        assert!(self.at != At::Prepare, "{SECRET}");
        Ok(Box::new(BadCall(self.at)))
    }
}

impl Prepared for BadCall {
    fn plan(&self) -> Plan {
        assert!(self.0 != At::Plan, "{SECRET}");
        Plan::default()
    }

    fn run(self: Box<Self>, _cx: &CallContext) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        assert!(self.0 != At::Run, "{SECRET}");
        Box::pin(async move {
            assert!(self.0 != At::FirstPoll, "{SECRET}");
            turn().await;
            assert!(self.0 != At::SecondPoll, "{SECRET}");
            let _bomb = Bomb(self.0 == At::Drop);
            Ok(ToolOutput::text("done"))
        })
    }
}

/// Panics when it is dropped.
struct Bomb(bool);

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(!self.0, "{SECRET}");
    }
}

fn bad(at: At) -> Broker {
    let definition = Definition::new(schema("bad"));
    over(Bad { definition, at }).build().unwrap()
}

#[test]
fn in_prepare() {
    contained(&bad(At::Prepare));
}

#[test]
fn in_the_plan() {
    contained(&bad(At::Plan));
}

#[test]
fn in_the_sync_part_of_run() {
    contained(&bad(At::Run));
}

#[test]
fn in_the_first_poll() {
    contained(&bad(At::FirstPoll));
}

/// Drives a call that waits now and then, without a runtime.
fn drive(broker: &Broker) -> loopd_tools::Outcome {
    let mut call = Box::pin(broker.call(raw("bad", "{}"), CallContext::new()));
    for _ in 0..10 {
        if let Some(outcome) = poll_once(&mut call) {
            return outcome;
        }
    }
    panic!("the call does not end");
}

#[test]
fn after_an_await() {
    let broker = bad(At::SecondPoll);
    let outcome = drive(&broker);
    assert!(
        outcome
            .error()
            .unwrap()
            .source()
            .unwrap()
            .to_string()
            .contains(SECRET)
    );
    assert_eq!(broker.in_flight(), 0);
}

#[test]
fn while_the_future_unwinds() {
    let outcome = drive(&bad(At::Drop));
    assert!(
        outcome
            .error()
            .unwrap()
            .source()
            .unwrap()
            .to_string()
            .contains(SECRET)
    );
}

#[test]
fn with_a_payload_that_is_no_text() {
    let broker = over(Probe::new("bad", |_, _| async {
        panic_any(7_u8);
        #[expect(unreachable_code, reason = "gives the type")]
        Ok("never")
    }));
    let outcome = outcome(&broker.build().unwrap(), "bad");
    let source = outcome.error().unwrap().source().unwrap().to_string();
    assert!(source.contains("no text"), "{source}");
}

#[test]
fn with_a_payload_that_panics_itself() {
    let broker = over(Probe::new("bad", |_, _| async {
        panic_any(Bomb(true));
        #[expect(unreachable_code, reason = "gives the type")]
        Ok("never")
    }));
    assert!(outcome(&broker.build().unwrap(), "bad").error().is_some());
}

#[test]
fn in_the_drop_of_a_call_that_is_let_go() {
    let broker = over(Probe::new("bad", |_, _| async {
        let _bomb = Bomb(true);
        for_ever().await;
        Ok("never")
    }));
    let broker = broker.build().unwrap();
    let mut call = Box::pin(broker.call(raw("bad", "{}"), CallContext::new()));
    assert!(poll_once(&mut call).is_none());
    assert_eq!(broker.in_flight(), 1);
    drop(call);
    assert_eq!(broker.in_flight(), 0);
}

#[test]
fn in_the_drop_of_a_prepared_call_that_is_denied() {
    struct Guarded(Definition);
    struct GuardedCall(Bomb);
    impl DynTool for Guarded {
        fn definition(&self) -> &Definition {
            &self.0
        }
        fn prepare(
            &self,
            _arguments: Arguments<'_>,
            _cx: &CallContext,
        ) -> Result<Box<dyn Prepared>, ToolError> {
            Ok(Box::new(GuardedCall(Bomb(true))))
        }
    }
    impl Prepared for GuardedCall {
        fn plan(&self) -> Plan {
            let _ = &self.0;
            Plan::default().with_requirement(Requirement::new("net", "words"))
        }
        fn run(self: Box<Self>, _cx: &CallContext) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
            unreachable!("it is denied")
        }
    }
    let broker = over(Guarded(Definition::new(schema("bad"))))
        .build()
        .unwrap();
    assert!(outcome(&broker, "bad").denial().is_some());
}

fn asks(name: &str) -> Probe {
    Says::new(name, "granted").define(|tool| tool.with_requires(["net"]))
}

#[test]
fn in_what_grants() {
    struct Bad;
    impl AccessSource for Bad {
        fn access(&self, _asked: &Asked<'_>) -> Option<Access> {
            panic!("{SECRET}")
        }
    }
    let policy = Policy::new(Profile::new("p", "1").with("net", Bad));
    let outcome = outcome(&over(asks("bad")).policy(policy).build().unwrap(), "bad");
    let error = outcome.error().expect("nothing is granted");
    assert_eq!(error.kind(), ToolErrorKind::Permission);
    assert!(!outcome.text().contains(SECRET));
}

#[test]
fn in_what_asks() {
    struct Bad(bool);
    impl Approver for Bad {
        fn ask<'a>(&'a self, _question: &'a Question) -> BoxFuture<'a, Answers> {
            assert!(self.0, "{SECRET}");
            Box::pin(async { panic!("{SECRET}") })
        }
    }
    for late in [false, true] {
        let profile = Profile::new("p", "1").with("net", Access::Gated);
        let policy = Policy::new(profile).with_approver(Bad(late));
        let broker = over(asks("bad")).policy(policy).build().unwrap();
        let cx = CallContext::new().with_interactive(true);
        let outcome = now(broker.call(raw("bad", "{}"), cx));
        let reason = outcome.denial().expect("who panics has refused").reason();
        assert_eq!(reason, &loopd_tools::DenyReason::Refused);
    }
}

#[test]
fn in_the_timer_means_that_time_is_up() {
    struct Bad;
    impl Timer for Bad {
        fn sleep(&self, _duration: std::time::Duration) -> BoxFuture<'static, ()> {
            panic!("{SECRET}")
        }
    }
    let toolbox = Toolbox::new();
    toolbox
        .register(Probe::new("bad", |_, _| async {
            for_ever().await;
            Ok("never")
        }))
        .unwrap();
    let broker = Broker::builder(toolbox).timer(Bad).build().unwrap();
    let outcome = outcome(&broker, "bad");
    assert_eq!(outcome.error().unwrap().kind(), ToolErrorKind::Timeout);
}

#[test]
fn in_the_audit_sink_is_counted() {
    let broker = over(Says::new("good", "fine"))
        .audit(|_: &loopd_tools::audit::AuditRecord| panic!("{SECRET}"))
        .build()
        .unwrap();
    assert_eq!(outcome(&broker, "good").text(), "fine");
    assert_eq!(broker.unaudited(), 1);
}

#[test]
fn of_one_call_leaves_the_others_of_a_batch_alone() {
    let toolbox = Toolbox::new();
    let definition = Definition::new(schema("bad")).with_concurrent(true);
    toolbox
        .register(Bad {
            definition,
            at: At::Run,
        })
        .unwrap();
    toolbox
        .register(Says::new("good", "fine").define(|tool| tool.with_concurrent(true)))
        .unwrap();
    let broker = Broker::builder(toolbox)
        .without_timer()
        .limits(CallLimits::new())
        .build()
        .unwrap();
    let call = |name| loopd_tools::broker::Call::new(raw(name, "{}"), CallContext::new());
    let outcomes = now(broker.call_all(vec![call("good"), call("bad"), call("good")]));
    let ok: Vec<bool> = outcomes.iter().map(loopd_tools::Outcome::is_ok).collect();
    assert_eq!(ok, [true, false, true]);
}
