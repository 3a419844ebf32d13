//! Step 5: the call runs, within its limits.

use std::future::{poll_fn, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use crate::contain::{Contained, Panic};
use crate::context::{CallContext, Cancelled};
use crate::error::ToolError;
use crate::output::ToolOutput;

use super::held::Things;
use super::panicked;
use super::policy::Judged;
use super::race::unless;
use super::timer::Timer;

/// What a call runs with.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub(super) things: &'a Things,
    pub(super) timer: Option<&'a Arc<dyn Timer>>,
    pub(super) timeout: Option<Duration>,
    pub(super) grace: Duration,
}

/// A call that has run, or could not begin.
pub(super) struct Ran {
    pub(super) result: Result<ToolOutput, ToolError>,
    pub(super) took: Duration,
    /// What it does may go on.
    pub(super) still_running: bool,
}

/// Why a call is ended from outside.
#[derive(Clone, Copy)]
enum Stop {
    CalledOff,
    TimeIsUp(Duration),
}

type Running<'a> = Contained<'a, Result<ToolOutput, ToolError>>;
type Ended = Result<Result<ToolOutput, ToolError>, Panic>;

/// Runs a call: alone with the thing that it works on, until it ends, is called off, or its time
/// is up. Then it is told, has a grace time, and is dropped where it stands.
pub(super) async fn run(judged: Judged, cx: CallContext, means: Means<'_>) -> Ran {
    let Judged {
        slot,
        prepared,
        resource,
        granted,
        ..
    } = judged;
    let (held, cx) = match resource {
        None => (None, cx),
        Some(resource) => match means.things.hold(resource, cx).await {
            Ok(held) => held,
            Err(error) => return Ran::never(error),
        },
    };
    let Some(prepared) = prepared.into_inner().filter(|_| !cx.is_cancelled()) else {
        return Ran::never(called_off());
    };
    let cx = if granted.is_empty() {
        cx
    } else {
        cx.with_granted(granted)
    };
    // A token of its own: the call's time may be up while the host goes on.
    let token = cx.cancellation().child();
    let cx = cx.with_cancellation(token.clone());
    let begun = Instant::now();
    let mut running = Contained::new(|| prepared.run(&cx));
    let name = slot.definition().name();
    let (result, still_running) = match drive(&mut running, &cx, means).await {
        Ok(ended) => (flatten(name, ended), false),
        Err(stop) => {
            token.cancel();
            let ended = wind_up(&mut running, means).await;
            let still_running = ended.is_none() && slot.definition().blocking();
            (stop.result(name, ended, still_running), still_running)
        }
    };
    // What the call leaves behind is let go before the next one has its turn.
    drop(running);
    drop(held);
    Ran {
        result,
        took: begun.elapsed(),
        still_running,
    }
}

/// Drives the call until it ends or has to.
async fn drive(
    running: &mut Running<'_>,
    cx: &CallContext,
    means: Means<'_>,
) -> Result<Ended, Stop> {
    let begun = Instant::now();
    let mut watch = None;
    poll_fn(|task| match Pin::new(&mut *running).poll(task) {
        Poll::Ready(ended) => Poll::Ready(Ok(ended)),
        // Most calls end at once: nothing is made for them that they could wait for.
        Poll::Pending => watch
            .get_or_insert_with(|| Watch::new(cx, means, begun))
            .poll(task)
            .map(Err),
    })
    .await
}

/// Waits for what ends a call from outside.
struct Watch {
    called_off: Cancelled,
    time: Option<(Contained<'static, ()>, Duration)>,
}

impl Watch {
    fn new(cx: &CallContext, means: Means<'_>, begun: Instant) -> Self {
        let time = means.timer.zip(means.timeout).map(|(timer, timeout)| {
            let left = timeout.saturating_sub(begun.elapsed());
            (Contained::new(|| timer.sleep(left)), timeout)
        });
        Self {
            called_off: cx.cancellation().cancelled(),
            time,
        }
    }

    fn poll(&mut self, task: &mut Context<'_>) -> Poll<Stop> {
        if Pin::new(&mut self.called_off).poll(task).is_ready() {
            return Poll::Ready(Stop::CalledOff);
        }
        match &mut self.time {
            Some((sleep, timeout)) => {
                let up = Pin::new(sleep).poll(task);
                up.map(|_| Stop::TimeIsUp(*timeout))
            }
            None => Poll::Pending,
        }
    }
}

/// Gives a call that was told to end its grace time; none if it goes on.
async fn wind_up(running: &mut Running<'_>, means: Means<'_>) -> Option<Ended> {
    match means.timer {
        Some(timer) => unless(running, Contained::new(|| timer.sleep(means.grace))).await,
        // Without a timer it is polled once more.
        None => unless(running, ready(())).await,
    }
}

fn flatten(name: &str, ended: Ended) -> Result<ToolOutput, ToolError> {
    ended.unwrap_or_else(|panic| Err(panicked(name, panic)))
}

impl Ran {
    fn never(error: ToolError) -> Self {
        Self {
            result: Err(error),
            took: Duration::ZERO,
            still_running: false,
        }
    }
}

impl Stop {
    /// What a call gives that was told to end.
    fn result(
        self,
        name: &str,
        ended: Option<Ended>,
        still_running: bool,
    ) -> Result<ToolOutput, ToolError> {
        match ended.map(|ended| flatten(name, ended)) {
            // It has ended after all: what it did is done, and what it says of that is true.
            Some(Ok(output)) => Ok(output),
            Some(Err(error)) => Err(self.error().with_source(error)),
            None if still_running => Err(self.error().with_advice(
                "It could not be stopped and is still running: what it does may yet take effect. \
                 Look what has become of it before you call it again.",
            )),
            None => Err(self.error()),
        }
    }

    fn error(self) -> ToolError {
        match self {
            Self::CalledOff => called_off(),
            Self::TimeIsUp(timeout) => {
                ToolError::timeout(format!("it did not end within {timeout:?}"))
            }
        }
    }
}

/// The error of a call that was called off.
pub(super) fn called_off() -> ToolError {
    ToolError::cancelled("the call was called off")
}
