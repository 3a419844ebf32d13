//! Driving a future on this thread, with an end to the patience.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// The output of `future`; none if it takes longer than `patience`. `begun` is called once, if the
/// future waits after its first poll.
pub(super) fn drive<F: Future>(
    future: F,
    patience: Duration,
    begun: impl FnOnce(),
) -> Option<F::Output> {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut cx = Context::from_waker(&waker);
    let end = Instant::now() + patience;
    let mut begun = Some(begun);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut cx) {
            return Some(output);
        }
        if let Some(begun) = begun.take() {
            begun();
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        // May return early: the future is polled again, which does no harm.
        thread::park_timeout(left);
    }
}
