//! Driving futures in tests, under no runtime.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// The output of a future that must not wait.
pub(crate) fn finished<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the future waits for something that nobody does"),
    }
}

/// The output of a future that other threads wake. Gives up on one that nobody wakes for a minute,
/// so that a lost wake-up is a failure and no hang.
pub(crate) fn driven<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        // An unpark that came before the park lets it return at once.
        thread::park_timeout(end.saturating_duration_since(Instant::now()));
        assert!(Instant::now() < end, "nobody woke the future");
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}
