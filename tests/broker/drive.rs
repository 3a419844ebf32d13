//! Driving futures without a runtime.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// What a future gives that never waits.
pub(crate) fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the future waits"),
    }
}
