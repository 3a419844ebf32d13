//! Calling a call off.

use std::collections::BTreeMap;
use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::error::ToolError;

/// A token that tells a call that it is called off. Works under any async runtime and under none.
///
/// Clones are the same token. A [`child`](Self::child) is called off with its parent, and alone
/// without it.
#[derive(Clone, Default)]
pub struct Cancellation {
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    parent: Option<Cancellation>,
    /// Written under the lock of `waiting`, so that nobody begins to wait beside it.
    cancelled: AtomicBool,
    waiting: Mutex<BTreeMap<u64, Waker>>,
}

impl Cancellation {
    /// A token that nobody has cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A token that is cancelled with this one, and that can be cancelled alone.
    #[must_use]
    pub fn child(&self) -> Self {
        Self {
            state: Arc::new(State {
                parent: Some(self.clone()),
                ..State::default()
            }),
        }
    }

    /// Calls the call off and wakes all that wait for it. Can't be taken back.
    pub fn cancel(&self) {
        let woken = {
            let mut waiting = self.state.waiting();
            self.state.cancelled.store(true, Ordering::Release);
            std::mem::take(&mut *waiting)
        };
        // Outside the lock: a waker may do anything, and so may its drop.
        for waker in woken.into_values() {
            waker.wake();
        }
    }

    /// Whether the call is called off.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.chain().any(State::is_cancelled)
    }

    /// An error once the call is called off: for a body that looks now and then.
    ///
    /// # Errors
    ///
    /// [`Cancelled`](crate::ToolErrorKind::Cancelled) if the call is called off.
    pub fn check(&self) -> Result<(), ToolError> {
        if self.is_cancelled() {
            return Err(error());
        }
        Ok(())
    }

    /// Waits until the call is called off.
    pub fn cancelled(&self) -> Cancelled {
        // One key for the whole chain of parents.
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Cancelled {
            token: self.clone(),
            key: NEXT.fetch_add(1, Ordering::Relaxed),
            waits: false,
        }
    }

    /// Runs `future` unless and until the call is called off; then it is dropped where it stands.
    ///
    /// # Errors
    ///
    /// [`Cancelled`](crate::ToolErrorKind::Cancelled) if the call is called off first.
    pub async fn race<F: Future>(&self, future: F) -> Result<F::Output, ToolError> {
        let mut future = pin!(future);
        let mut cancelled = pin!(self.cancelled());
        poll_fn(|cx| {
            if self.is_cancelled() {
                return Poll::Ready(Err(error()));
            }
            if let Poll::Ready(output) = future.as_mut().poll(cx) {
                return Poll::Ready(Ok(output));
            }
            cancelled.as_mut().poll(cx).map(|()| Err(error()))
        })
        .await
    }

    /// The token's own state, its parent's, and so on.
    fn chain(&self) -> impl Iterator<Item = &State> {
        std::iter::successors(Some(&*self.state), |state| {
            state.parent.as_ref().map(|parent| &*parent.state)
        })
    }
}

fn error() -> ToolError {
    ToolError::cancelled("the call was called off")
}

impl State {
    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    /// A poisoned lock is taken over: the map is whole after every change.
    fn waiting(&self) -> MutexGuard<'_, BTreeMap<u64, Waker>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to wait, unless there is nothing left to wait for.
    fn wait(&self, key: u64, waker: Waker) -> Poll<()> {
        let mut waiting = self.waiting();
        if self.is_cancelled() {
            return Poll::Ready(());
        }
        let replaced = waiting.insert(key, waker);
        drop(waiting);
        drop(replaced);
        Poll::Pending
    }

    fn forget(&self, key: u64) {
        let forgotten = self.waiting().remove(&key);
        drop(forgotten);
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancellation")
            .field("is_cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

/// Waits until a call is called off: made by [`Cancellation::cancelled`].
#[derive(Debug)]
#[must_use = "a future does nothing unless it is awaited"]
pub struct Cancelled {
    token: Cancellation,
    key: u64,
    waits: bool,
}

impl Future for Cancelled {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let this = self.get_mut();
        this.waits = true;
        for state in this.token.chain() {
            if state.wait(this.key, cx.waker().clone()).is_ready() {
                return Poll::Ready(());
            }
        }
        Poll::Pending
    }
}

impl Drop for Cancelled {
    fn drop(&mut self) {
        if self.waits {
            for state in self.token.chain() {
                state.forget(self.key);
            }
        }
    }
}
