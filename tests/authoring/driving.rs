//! Driving futures in tests, under no runtime.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// The output of a future that must not wait.
pub(crate) fn finished<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the future waits for something that nobody does"),
    }
}
