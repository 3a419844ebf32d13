//! Who works on what: one call at a time for each resource, in the order of their coming.
//!
//! Nothing but the locks' own logic is here, so that a model checker can run it with its own locks.

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::PoisonError;
use std::task::{Context, Poll, Waker};

use crate::sync::{Arc, Mutex, MutexGuard};

/// The resources that calls work on. A handle: its clones are the same table.
#[derive(Clone)]
pub(crate) struct Resources {
    table: Arc<Mutex<Table>>,
}

struct Table {
    /// Only what is held is here, so that the table does not grow.
    held: HashMap<String, Line>,
    next: u64,
}

/// Who holds a resource and who waits for it.
struct Line {
    holder: u64,
    waiting: VecDeque<(u64, Waker)>,
}

impl Resources {
    pub(crate) fn new() -> Self {
        Self {
            table: Arc::new(Mutex::new(Table {
                held: HashMap::new(),
                next: 0,
            })),
        }
    }

    /// Waits for `resource`; it is held until what comes out is dropped.
    pub(crate) fn hold(&self, resource: &str) -> Hold {
        let mut table = self.lock();
        table.next += 1;
        Hold {
            claim: Some(Claim {
                resources: self.clone(),
                resource: resource.to_owned(),
                number: table.next,
            }),
        }
    }

    /// How many resources are held.
    pub(crate) fn held(&self) -> usize {
        self.lock().held.len()
    }

    /// A poisoned lock is taken over: the table is whole between any two statements.
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for a resource.
pub(crate) struct Hold {
    claim: Option<Claim>,
}

impl Future for Hold {
    type Output = Claim;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Claim> {
        match self.claim.take_if(|claim| claim.try_hold(cx.waker())) {
            Some(claim) => Poll::Ready(claim),
            None => Poll::Pending,
        }
    }
}

/// A resource that is held, or waited for. Dropping it lets the next one have it.
pub(crate) struct Claim {
    resources: Resources,
    resource: String,
    number: u64,
}

impl Claim {
    fn try_hold(&self, waker: &Waker) -> bool {
        let mut table = self.resources.lock();
        let Some(line) = table.held.get_mut(&self.resource) else {
            let line = Line {
                holder: self.number,
                waiting: VecDeque::new(),
            };
            table.held.insert(self.resource.clone(), line);
            return true;
        };
        if line.holder == self.number {
            return true;
        }
        let place = line
            .waiting
            .iter_mut()
            .find(|(number, _)| *number == self.number);
        match place {
            Some((_, old)) => old.clone_from(waker),
            None => line.waiting.push_back((self.number, waker.clone())),
        }
        false
    }

    /// Leaves the line, from whatever place in it; gives whom to wake.
    fn leave(&self) -> Option<Waker> {
        let mut table = self.resources.lock();
        let line = table.held.get_mut(&self.resource)?;
        if line.holder != self.number {
            line.waiting.retain(|(number, _)| *number != self.number);
            return None;
        }
        if let Some((next, waker)) = line.waiting.pop_front() {
            line.holder = next;
            return Some(waker);
        }
        table.held.remove(&self.resource);
        None
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(waker) = self.leave() {
            waker.wake();
        }
    }
}
