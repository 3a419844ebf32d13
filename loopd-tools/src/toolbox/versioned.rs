//! A value behind a lock: every change has a number, is told to all who listen, and drops what was
//! made from the value before it.
//!
//! Nothing but the lock's own logic is here, so that a model checker can run it with its own locks.

use std::collections::VecDeque;
use std::sync::PoisonError;
use std::task::{Context, Poll, Waker};

use crate::sync::{Arc, Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak};

/// How many changes wait for a listener one by one; later ones are merged into the last.
const BACKLOG: usize = 1024;

/// What can be held under a version.
pub(crate) trait Tracked {
    /// What readers see of the value: made once per version.
    type Surface;
    /// What a change did.
    type Change: Clone;

    /// What readers see of the value.
    fn surface(&self, version: u64) -> Self::Surface;

    /// Two changes, one right after the other, as one.
    fn merge(earlier: &mut Self::Change, later: Self::Change);
}

/// A value behind a lock, with a version.
pub(crate) struct Versioned<T: Tracked> {
    state: RwLock<State<T>>,
}

struct State<T: Tracked> {
    version: u64,
    value: T,
    /// Made on demand, for this version.
    surface: Mutex<Option<Arc<T::Surface>>>,
    listeners: Vec<Weak<Queue<T::Change>>>,
}

/// What an edit did to the value.
pub(crate) struct Edited<C, R> {
    /// Told to the listeners; none if the version stays.
    pub(crate) change: Option<C>,
    /// For the one who made the edit.
    pub(crate) result: R,
}

impl<T: Tracked> Versioned<T> {
    pub(crate) fn new(value: T) -> Self {
        Self {
            state: RwLock::new(State {
                version: 0,
                value,
                surface: Mutex::new(None),
                listeners: Vec::new(),
            }),
        }
    }

    /// Looks at the value. `look` must be short and call nobody else's code.
    pub(crate) fn read<R>(&self, look: impl FnOnce(&T, u64) -> R) -> R {
        let state = self.reader();
        look(&state.value, state.version)
    }

    /// Changes the value. `edit` is told the version that its change will have; where it fails, it
    /// must leave the value as it was.
    pub(crate) fn edit<R, E>(
        &self,
        edit: impl FnOnce(&mut T, u64) -> Result<Edited<T::Change, R>, E>,
    ) -> Result<R, E> {
        let mut state = self.writer();
        let next = state.version + 1;
        let Edited { change, result } = edit(&mut state.value, next)?;
        let Some(change) = change else {
            return Ok(result);
        };
        state.version = next;
        let outdated = lock(&state.surface).take();
        let wakers = state.tell(&change);
        drop(state);
        // What others wrote runs outside the lock: drops of tools, and wakers.
        drop(outdated);
        wakers.into_iter().for_each(Waker::wake);
        Ok(result)
    }

    /// What readers see, of one version.
    pub(crate) fn surface(&self) -> Arc<T::Surface> {
        self.reader().surface()
    }

    /// What readers see now, and every change from it on.
    pub(crate) fn listen(&self) -> (Arc<T::Surface>, Listener<T>) {
        let queue = Arc::new(Queue::new());
        let mut state = self.writer();
        state.listeners.push(Arc::downgrade(&queue));
        (state.surface(), Listener { queue })
    }

    fn reader(&self) -> RwLockReadGuard<'_, State<T>> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn writer(&self) -> RwLockWriteGuard<'_, State<T>> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Tracked> State<T> {
    fn surface(&self) -> Arc<T::Surface> {
        let mut surface = lock(&self.surface);
        let made = surface.get_or_insert_with(|| Arc::new(self.value.surface(self.version)));
        Arc::clone(made)
    }

    /// Tells `change` to all who still listen; gives whom to wake.
    fn tell(&mut self, change: &T::Change) -> Vec<Waker> {
        let mut wakers = Vec::new();
        self.listeners.retain(|listener| {
            let Some(queue) = listener.upgrade() else {
                return false;
            };
            wakers.extend(queue.push(change.clone(), T::merge));
            true
        });
        wakers
    }
}

impl<T: Tracked> Drop for Versioned<T> {
    fn drop(&mut self) {
        let listeners = std::mem::take(&mut self.writer().listeners);
        for queue in listeners.iter().filter_map(Weak::upgrade) {
            if let Some(waker) = queue.close() {
                waker.wake();
            }
        }
    }
}

/// The changes that wait for one listener, in their order.
pub(crate) struct Listener<T: Tracked> {
    queue: Arc<Queue<T::Change>>,
}

impl<T: Tracked> Listener<T> {
    /// The next change, if one waits.
    pub(crate) fn try_next(&self) -> Option<T::Change> {
        self.queue.lock().waiting.pop_front()
    }

    /// The next change; none once the value is gone and all its changes are read.
    pub(crate) fn poll_next(&self, cx: &mut Context<'_>) -> Poll<Option<T::Change>> {
        let mut pending = self.queue.lock();
        match pending.waiting.pop_front() {
            Some(change) => Poll::Ready(Some(change)),
            None if pending.closed => Poll::Ready(None),
            None => {
                pending.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

struct Queue<C> {
    pending: Mutex<Pending<C>>,
}

struct Pending<C> {
    waiting: VecDeque<C>,
    waker: Option<Waker>,
    closed: bool,
}

impl<C> Queue<C> {
    fn new() -> Self {
        Self {
            pending: Mutex::new(Pending {
                waiting: VecDeque::new(),
                waker: None,
                closed: false,
            }),
        }
    }

    fn push(&self, change: C, merge: fn(&mut C, C)) -> Option<Waker> {
        let mut pending = self.lock();
        let full = pending.waiting.len() >= BACKLOG;
        match pending.waiting.back_mut() {
            Some(last) if full => merge(last, change),
            _ => pending.waiting.push_back(change),
        }
        pending.waker.take()
    }

    fn close(&self) -> Option<Waker> {
        let mut pending = self.lock();
        pending.closed = true;
        pending.waker.take()
    }

    fn lock(&self) -> MutexGuard<'_, Pending<C>> {
        lock(&self.pending)
    }
}

/// A poisoned lock is taken over: what it guards is whole between any two statements.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
