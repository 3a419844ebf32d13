//! The calls that a worker has taken, and what became of them.
//!
//! A host whose answer got lost asks here. So what has ended stays for a while, and a call that has
//! been held too long is remembered as one that will never run.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::context::Cancellation;
use crate::nats::message::Said;

/// How many ended calls are kept.
const KEPT: usize = 65_536;

/// How many bytes of responses are kept.
const KEPT_BYTES: usize = 16 * 1024 * 1024;

#[derive(Default)]
pub(super) struct Calls {
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    live: HashMap<String, Live>,
    ended: HashMap<String, Said>,
    /// The ended calls in their order, with what they weigh.
    order: VecDeque<(String, usize)>,
    bytes: usize,
}

struct Live {
    /// None once the call runs.
    held: Option<oneshot::Sender<()>>,
    /// Where the response goes.
    reply: String,
    cancellation: Cancellation,
}

/// What becomes of a call that comes in.
pub(super) enum Admission {
    /// It is new. If it is held, what comes in tells that it may run.
    New {
        go: Option<oneshot::Receiver<()>>,
        cancellation: Cancellation,
    },
    /// It has been here before.
    Known(Said),
    /// There is no room.
    Full,
}

impl Calls {
    /// Takes a call in, if it is new and fewer than `room` are here.
    pub(super) fn admit(&self, request: &str, reply: &str, held: bool, room: usize) -> Admission {
        let mut table = self.lock();
        if let Some(said) = table.state(request) {
            return Admission::Known(said);
        }
        if table.live.len() >= room {
            return Admission::Full;
        }
        let (word, go) = oneshot::channel();
        let cancellation = Cancellation::new();
        let live = Live {
            held: held.then_some(word),
            reply: reply.to_owned(),
            cancellation: cancellation.clone(),
        };
        table.live.insert(request.to_owned(), live);
        Admission::New {
            go: held.then_some(go),
            cancellation,
        }
    }

    /// Lets a held call run; its response goes to `reply`. Gives what there is to say of it, if it is
    /// not held.
    pub(super) fn go(&self, request: &str, reply: String) -> Option<Said> {
        let mut table = self.lock();
        let Some(live) = table.live.get_mut(request) else {
            return Some(table.state(request).unwrap_or(Said::Unknown));
        };
        let Some(held) = live.held.take() else {
            return Some(Said::Running);
        };
        live.reply = reply;
        // The call's task is waiting, or has just found that time is up and will see that it runs.
        let _ = held.send(());
        None
    }

    /// What there is to say of a call.
    pub(super) fn state(&self, request: &str) -> Said {
        self.lock().state(request).unwrap_or(Said::Unknown)
    }

    /// Nobody waits for the call any more.
    pub(super) fn cancel(&self, request: &str) {
        let mut table = self.lock();
        let cancellation = match table.live.get(request) {
            Some(live) if live.held.is_some() => {
                table.end(request, Said::Expired);
                return;
            }
            Some(live) => live.cancellation.clone(),
            None => return,
        };
        drop(table);
        cancellation.cancel();
    }

    /// Ends the call if it is still held; false if it may run.
    pub(super) fn expire(&self, request: &str) -> bool {
        let mut table = self.lock();
        match table.live.get(request) {
            Some(live) if live.held.is_none() => false,
            Some(_) => {
                table.end(request, Said::Expired);
                true
            }
            None => true,
        }
    }

    /// The call has ended; gives where the response goes.
    pub(super) fn end(&self, request: &str, said: Said) -> Option<String> {
        self.lock().end(request, said)
    }

    /// How many calls are here and have not ended.
    pub(super) fn live(&self) -> usize {
        self.lock().live.len()
    }

    /// A poisoned lock is taken over: the table is whole after every change.
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn state(&self, request: &str) -> Option<Said> {
        match self.live.get(request) {
            Some(live) if live.held.is_some() => Some(Said::Waiting),
            Some(_) => Some(Said::Running),
            None => self.ended.get(request).cloned(),
        }
    }

    fn end(&mut self, request: &str, said: Said) -> Option<String> {
        let live = self.live.remove(request)?;
        let weight = match &said {
            Said::Response(text) => text.len(),
            _ => 0,
        };
        self.bytes += weight;
        self.order.push_back((request.to_owned(), weight));
        self.ended.insert(request.to_owned(), said);
        while self.order.len() > KEPT || self.bytes > KEPT_BYTES {
            let Some((oldest, weight)) = self.order.pop_front() else {
                break;
            };
            self.bytes -= weight;
            self.ended.remove(&oldest);
        }
        Some(live.reply)
    }
}

#[cfg(test)]
mod tests;
