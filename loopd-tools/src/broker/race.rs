//! Waiting for one thing or another.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

/// What `future` gives, unless `other` is ready before it.
pub(super) async fn unless<F: Future>(future: F, other: impl Future) -> Option<F::Output> {
    let mut future = pin!(future);
    let mut other = pin!(other);
    poll_fn(|cx| match future.as_mut().poll(cx) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => other.as_mut().poll(cx).map(|_| None),
    })
    .await
}
