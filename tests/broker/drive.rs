//! Driving futures without a runtime, and calls by hand.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use loopd_tools::broker::{BrokerBuilder, Timer};
use loopd_tools::{BoxFuture, Broker, CallContext, DynTool, Outcome, ToolRequest, Toolbox};
use serde_json::Value;

/// What a future gives that never waits.
pub(crate) fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the future waits"),
    }
}

/// Polls once; none if the future waits.
pub(crate) fn poll_once<F: Future + ?Sized>(future: &mut Pin<Box<F>>) -> Option<F::Output> {
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

/// Waits once: pending at the first poll, ready at the second.
pub(crate) async fn turn() {
    let mut waited = false;
    poll_fn(|cx| {
        cx.waker().wake_by_ref();
        if std::mem::replace(&mut waited, true) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}

/// Never ready.
pub(crate) async fn for_ever() {
    std::future::pending::<()>().await;
}

/// Time that passes when the test says so.
#[derive(Clone, Default)]
pub(crate) struct Clockwork {
    sleeps: Arc<Mutex<Vec<(Duration, Duration)>>>,
    now: Arc<Mutex<Duration>>,
}

impl Clockwork {
    pub(crate) fn pass(&self, time: Duration) {
        *self.now.lock().unwrap() += time;
    }

    /// How long the sleeps were that were asked for.
    pub(crate) fn asked(&self) -> Vec<Duration> {
        self.sleeps
            .lock()
            .unwrap()
            .iter()
            .map(|(_, long)| *long)
            .collect()
    }
}

impl Timer for Clockwork {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let end = *self.now.lock().unwrap() + duration;
        self.sleeps.lock().unwrap().push((end, duration));
        let now = Arc::clone(&self.now);
        Box::pin(poll_fn(move |_| {
            if *now.lock().unwrap() >= end {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        }))
    }
}

pub(crate) fn request(tool: &str, arguments: &Value) -> ToolRequest {
    raw(tool, &arguments.to_string())
}

pub(crate) fn raw(tool: &str, arguments: &str) -> ToolRequest {
    ToolRequest {
        tool: tool.to_owned(),
        arguments: arguments.to_owned(),
    }
}

/// A builder of a broker over one tool, without a timer.
pub(crate) fn over(tool: impl DynTool + 'static) -> BrokerBuilder {
    let toolbox = Toolbox::new();
    toolbox.register(tool).unwrap();
    Broker::builder(toolbox).without_timer()
}

/// The outcome of a call that never waits, without arguments.
pub(crate) fn outcome(broker: &Broker, tool: &str) -> Outcome {
    now(broker.call(raw(tool, "{}"), CallContext::new()))
}
