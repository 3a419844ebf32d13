//! Timeouts and calling off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use loopd_tools::broker::{BrokerError, Call};
use loopd_tools::{
    Broker, CallContext, CallLimits, Cancellation, Outcome, ToolError, ToolErrorKind, Toolbox,
    ToolboxError,
};

use crate::drive::{Clockwork, for_ever, now, outcome, over, poll_once, raw};
use crate::tools::{Probe, Says};

const SECOND: Duration = Duration::from_secs(1);

/// Sets a flag when it is dropped.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn broker(tool: Probe, time: &Clockwork) -> Broker {
    let toolbox = Toolbox::new();
    toolbox.register(tool).unwrap();
    let limits = CallLimits::new().with_grace(SECOND);
    Broker::builder(toolbox)
        .timer(time.clone())
        .limits(limits)
        .build()
        .unwrap()
}

/// A tool that never ends by itself, and whether its future is gone.
fn endless() -> (Probe, Arc<AtomicBool>) {
    let gone = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&gone);
    let tool = Probe::new("endless", move |_, _| {
        let gone = Gone(Arc::clone(&flag));
        async move {
            let _gone = gone;
            for_ever().await;
            Ok("never")
        }
    });
    (tool, gone)
}

#[test]
fn a_call_whose_time_is_up_is_told_and_then_dropped() {
    let time = Clockwork::default();
    let (tool, gone) = endless();
    let broker = broker(tool.define(|tool| tool.with_timeout(SECOND * 30)), &time);
    let mut call = Box::pin(broker.call(raw("endless", "{}"), CallContext::new()));
    assert!(poll_once(&mut call).is_none());
    time.pass(SECOND * 29);
    assert!(poll_once(&mut call).is_none());
    time.pass(SECOND);
    assert!(poll_once(&mut call).is_none(), "it has a grace time");
    assert!(!gone.load(Ordering::SeqCst));
    time.pass(SECOND);
    let outcome = poll_once(&mut call).expect("its grace time is over");
    assert!(
        gone.load(Ordering::SeqCst),
        "the future is dropped before the outcome is told"
    );
    let error = outcome.error().unwrap();
    assert_eq!(error.kind(), ToolErrorKind::Timeout);
    assert!(outcome.text().contains("within 30s"), "{}", outcome.text());
    assert!(!outcome.still_running);
    assert!(error.is_retryable());
}

#[test]
fn a_tool_that_says_nothing_has_the_hosts_timeout_and_its_own_comes_first() {
    for (own, wanted) in [(None, 120), (Some(7), 7), (Some(500), 500)] {
        let time = Clockwork::default();
        let (tool, _) = endless();
        let tool = match own {
            Some(own) => tool.define(|tool| tool.with_timeout(SECOND * own)),
            None => tool,
        };
        let broker = broker(tool, &time);
        let mut call = Box::pin(broker.call(raw("endless", "{}"), CallContext::new()));
        assert!(poll_once(&mut call).is_none());
        let asked = time.asked();
        assert_eq!(asked.len(), 1);
        // What the first poll took is off it.
        assert!(
            asked[0] <= SECOND * wanted && asked[0] > SECOND * wanted / 2,
            "{asked:?}"
        );
    }
}

#[test]
fn no_time_is_kept_for_a_call_that_ends_at_once() {
    let time = Clockwork::default();
    let broker = broker(Says::new("quick", "done"), &time);
    assert_eq!(outcome(&broker, "quick").text(), "done");
    assert!(time.asked().is_empty());
}

/// A tool that sees that it is called off, and answers then.
fn polite(answer: fn() -> Result<&'static str, ToolError>) -> Probe {
    Probe::new("polite", move |_, cx| async move {
        cx.cancellation().cancelled().await;
        answer()
    })
}

#[test]
fn what_a_call_says_in_its_grace_time_counts() {
    let time = Clockwork::default();
    let broker = broker(polite(|| Ok("3 of 9 files")), &time);
    let mut call = Box::pin(broker.call(raw("polite", "{}"), CallContext::new()));
    assert!(poll_once(&mut call).is_none());
    time.pass(SECOND * 120);
    let outcome = poll_once(&mut call).expect("it ends when it is told");
    assert_eq!(outcome.text(), "3 of 9 files");
}

#[test]
fn an_error_in_the_grace_time_is_the_timeout() {
    let time = Clockwork::default();
    let broker = broker(polite(|| Err(ToolError::cancelled("oh"))), &time);
    let mut call = Box::pin(broker.call(raw("polite", "{}"), CallContext::new()));
    assert!(poll_once(&mut call).is_none());
    time.pass(SECOND * 120);
    let outcome = poll_once(&mut call).unwrap();
    assert_eq!(outcome.error().unwrap().kind(), ToolErrorKind::Timeout);
}

#[test]
fn a_timeout_leaves_the_hosts_own_token_alone() {
    let time = Clockwork::default();
    let broker = broker(polite(|| Ok("bye")), &time);
    let cx = CallContext::new();
    let mut call = Box::pin(broker.call(raw("polite", "{}"), cx.clone()));
    assert!(poll_once(&mut call).is_none());
    time.pass(SECOND * 120);
    assert!(poll_once(&mut call).is_some());
    assert!(!cx.is_cancelled());
}

#[test]
fn a_blocking_body_that_outlives_its_time_is_told_to_be_still_running() {
    let time = Clockwork::default();
    let (tool, _) = endless();
    let broker = broker(tool.define(|tool| tool.with_blocking(true)), &time);
    let mut call = Box::pin(broker.call(raw("endless", "{}"), CallContext::new()));
    assert!(poll_once(&mut call).is_none());
    time.pass(SECOND * 120);
    assert!(poll_once(&mut call).is_none());
    time.pass(SECOND);
    let outcome = poll_once(&mut call).unwrap();
    assert!(outcome.still_running);
    assert!(
        outcome.text().contains("still running"),
        "{}",
        outcome.text()
    );
}

/// The body really blocks a thread, and what it does takes effect after the model was told.
#[tokio::test]
async fn a_body_that_holds_its_thread_goes_on_and_is_told_to() {
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
    let wait = Arc::new(std::sync::Mutex::new(wait));
    let stuck = Probe::new("stuck", move |_, _| {
        let (wait, tell) = (Arc::clone(&wait), tell.clone());
        loopd_tools::run_blocking(move || {
            wait.lock().unwrap().recv().unwrap();
            tell.send("it has taken effect").unwrap();
            "never read"
        })
    });
    let stuck = stuck.define(|tool| {
        let timeout = Duration::from_millis(5);
        tool.with_blocking(true).with_timeout(timeout)
    });
    let toolbox = Toolbox::new();
    toolbox.register(stuck).unwrap();
    let limits = CallLimits::new().with_grace(Duration::from_millis(1));
    let broker = Broker::builder(toolbox).limits(limits).build().unwrap();
    let outcome = broker.call(raw("stuck", "{}"), CallContext::new()).await;
    assert!(outcome.still_running);
    assert!(outcome.text().contains("still running"));
    assert!(told.try_recv().is_err());
    go.send(()).unwrap();
    assert_eq!(told.recv().await, Some("it has taken effect"));
}

fn cancelled(outcome: &Outcome) {
    assert_eq!(
        outcome.error().map(ToolError::kind),
        Some(ToolErrorKind::Cancelled)
    );
}

#[test]
fn a_call_that_is_called_off_before_it_begins_does_not_run() {
    let ran = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&ran);
    let broker = over(Probe::new("tool", move |_, _| {
        flag.store(true, Ordering::SeqCst);
        async { Ok("ran") }
    }));
    let broker = broker.build().unwrap();
    let token = Cancellation::new();
    token.cancel();
    let cx = CallContext::new().with_cancellation(token);
    cancelled(&now(broker.call(raw("tool", "{}"), cx)));
    assert!(!ran.load(Ordering::SeqCst));
}

#[test]
fn a_call_that_is_called_off_ends_without_a_timer_too() {
    let (tool, gone) = endless();
    let broker = over(tool).build().unwrap();
    let token = Cancellation::new();
    let cx = CallContext::new().with_cancellation(token.clone());
    let mut call = Box::pin(broker.call(raw("endless", "{}"), cx));
    assert!(poll_once(&mut call).is_none());
    token.cancel();
    cancelled(&poll_once(&mut call).expect("there is nothing to wait for"));
    assert!(gone.load(Ordering::SeqCst));
}

#[test]
fn a_call_that_is_called_off_while_it_waits_for_its_turn_does_not_run() {
    let toolbox = Toolbox::new();
    let (endless, _) = endless();
    for tool in [endless, Says::new("other", "ran")] {
        let tool = tool.plan(|mut plan, _| {
            plan.resource = Some("thing".into());
            Ok(plan)
        });
        toolbox.register(tool).unwrap();
    }
    let broker = Broker::builder(toolbox).without_timer().build().unwrap();
    let mut first = Box::pin(broker.call(raw("endless", "{}"), CallContext::new()));
    assert!(poll_once(&mut first).is_none());
    assert_eq!(broker.held(), 1);
    let token = Cancellation::new();
    let cx = CallContext::new().with_cancellation(token.clone());
    let mut second = Box::pin(broker.call(raw("other", "{}"), cx));
    assert!(poll_once(&mut second).is_none());
    token.cancel();
    cancelled(&poll_once(&mut second).unwrap());
    drop(first);
    assert_eq!((broker.held(), broker.in_flight()), (0, 0));
    assert_eq!(outcome(&broker, "other").text(), "ran");
}

#[test]
fn a_call_made_by_a_call_does_not_wait_for_what_that_one_holds() {
    let toolbox = Toolbox::new();
    let on_thing = |tool: Probe| {
        tool.plan(|mut plan, _| {
            plan.resource = Some("thing".into());
            Ok(plan)
        })
    };
    toolbox
        .register(on_thing(Says::new("inner", "inner")))
        .unwrap();
    let broker = Broker::builder(toolbox).without_timer().build().unwrap();
    let inside = broker.clone();
    let outer = Probe::new("outer", move |_, cx| {
        let inner = inside.call(raw("inner", "{}"), cx.clone());
        let twice = inside.call_all(vec![
            Call::new(raw("inner", "{}"), cx.clone()),
            Call::new(raw("inner", "{}"), cx),
        ]);
        async move { Ok(format!("{} {}", inner.await.text(), twice.await.len())) }
    });
    broker.toolbox().register(on_thing(outer)).unwrap();
    assert_eq!(outcome(&broker, "outer").text(), "inner 2");
    assert_eq!(broker.held(), 0);
}

#[test]
fn without_a_timer_a_tool_with_a_timeout_is_refused_when_the_broker_is_built() {
    let toolbox = Toolbox::new();
    toolbox
        .register(Says::new("slow", "").define(|tool| tool.with_timeout(SECOND)))
        .unwrap();
    let error = Broker::builder(toolbox.clone())
        .without_timer()
        .build()
        .unwrap_err();
    let name = "slow".to_owned();
    assert_eq!(error, BrokerError::Toolbox(ToolboxError::NoTimer { name }));
    assert!(error.to_string().contains("feature `tokio`"));
    Broker::builder(toolbox)
        .timer(Clockwork::default())
        .build()
        .unwrap();
}

#[test]
fn without_a_timer_a_tool_with_a_timeout_is_refused_when_the_toolbox_grows() {
    let toolbox = Toolbox::new();
    toolbox.register(Says::new("tool", "")).unwrap();
    let slow = |name| Says::new(name, "").define(|tool| tool.with_timeout(SECOND));
    let broker = Broker::builder(toolbox.clone())
        .without_timer()
        .build()
        .unwrap();
    let other = Broker::builder(toolbox.clone())
        .without_timer()
        .build()
        .unwrap();
    let refused = |result| matches!(result, Err(ToolboxError::NoTimer { .. }));
    assert!(refused(toolbox.register(slow("slow"))));
    assert!(refused(toolbox.replace(slow("tool"))));
    drop(broker);
    assert!(refused(toolbox.register(slow("slow"))));
    drop(other);
    toolbox.register(slow("slow")).unwrap();
}

#[test]
fn without_a_timer_a_timeout_of_the_limits_is_refused() {
    let builder = || Broker::builder(Toolbox::new()).without_timer();
    let limits = CallLimits::new().with_timeout(SECOND);
    assert_eq!(
        builder().limits(limits).build().unwrap_err(),
        BrokerError::NoTimer
    );
    builder()
        .limits(CallLimits::new().with_timeout(None))
        .build()
        .unwrap();
}
