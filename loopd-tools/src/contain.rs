//! Keeping a panic in one call.
//!
//! With `panic = "abort"` nothing can be kept: the process ends.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::dyn_tool::BoxFuture;

/// A panic that was kept. Its words are for logs: they may hold paths and secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Panic {
    words: String,
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it panicked: {}", self.words)
    }
}

impl std::error::Error for Panic {}

impl Panic {
    fn of(payload: Box<dyn Any + Send>) -> Self {
        let payload = match payload.downcast::<String>() {
            Ok(words) => return Self { words: *words },
            Err(payload) => payload,
        };
        let words = match payload.downcast_ref::<&'static str>() {
            Some(words) => (*words).to_owned(),
            None => "with a value that is no text".to_owned(),
        };
        drop_contained(payload);
        Self { words }
    }
}

/// Runs `work`, which leaves nothing behind that a panic could have broken: what it works on is
/// not used any more, or is guarded by locks that are taken over.
pub(crate) fn contain<R>(work: impl FnOnce() -> R) -> Result<R, Panic> {
    catch_unwind(AssertUnwindSafe(work)).map_err(Panic::of)
}

/// Drops what others wrote. A panic of its drop ends here; what is left of the value is leaked.
pub(crate) fn drop_contained<T>(value: T) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        // The payload's own drop could panic again.
        std::mem::forget(payload);
    }
}

/// A value that others wrote, whose drop is kept as well.
pub(crate) struct Foreign<T> {
    value: Option<T>,
}

impl<T> Foreign<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { value: Some(value) }
    }

    /// The value, for whoever keeps its panics from here on.
    pub(crate) fn into_inner(mut self) -> Option<T> {
        self.value.take()
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }
}

impl<T> Drop for Foreign<T> {
    fn drop(&mut self) {
        drop_contained(self.value.take());
    }
}

/// A future whose panics end the future and nothing else: those of its making and its polls, which
/// it gives, and those of its drop, which nobody can be told.
pub(crate) struct Contained<'a, T> {
    made: Option<Result<BoxFuture<'a, T>, Panic>>,
}

impl<'a, T> Contained<'a, T> {
    pub(crate) fn new(make: impl FnOnce() -> BoxFuture<'a, T>) -> Self {
        Self {
            made: Some(contain(make)),
        }
    }
}

impl<T> Future for Contained<'_, T> {
    type Output = Result<T, Panic>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let polled = match &mut self.made {
            Some(Ok(future)) => match contain(|| future.as_mut().poll(cx)) {
                Ok(Poll::Pending) => return Poll::Pending,
                Ok(Poll::Ready(output)) => Ok(output),
                Err(panic) => Err(panic),
            },
            Some(Err(panic)) => Err(panic.clone()),
            // Polled after its end, against the contract of futures.
            None => return Poll::Pending,
        };
        // Gone at once: what it holds is let go before its result is used.
        drop_contained(self.made.take());
        Poll::Ready(polled)
    }
}

impl<T> Drop for Contained<'_, T> {
    fn drop(&mut self) {
        drop_contained(self.made.take());
    }
}
