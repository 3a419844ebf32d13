//! What workers say comes to one subscription, and from there to the calls that wait for it.
//!
//! A call has a number, and `<inbox>.<number>.<kind>` is where the answers to one kind of message
//! come: so the server's word that nobody listens is known to be about that message.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_nats::client::SubscribeError;
use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::nats::message::Said;

/// How much may wait for one call. Workers say at most a few things of a call, and what is lost here
/// is asked for again.
const DEPTH: usize = 16;

/// What kind of message an answer is to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// The call itself.
    Call,
    /// The word that it may run.
    Go,
    /// The question what has become of it.
    State,
}

impl About {
    const ALL: [(Self, &'static str); 3] = [(Self::Call, "c"), (Self::Go, "g"), (Self::State, "s")];
}

/// What is said to a call: in which try, about what.
pub(super) type Heard = (u32, About, Said);

pub(super) struct Inbox {
    prefix: String,
    waiting: Arc<Mutex<Waiting>>,
    router: JoinHandle<()>,
}

#[derive(Default)]
struct Waiting {
    calls: HashMap<u64, mpsc::Sender<Heard>>,
    next: u64,
    closed: bool,
}

/// A call's place in the inbox. Dropping it clears the place.
pub(super) struct Place<'a> {
    inbox: &'a Inbox,
    number: u64,
    heard: mpsc::Receiver<Heard>,
}

impl Inbox {
    pub(super) async fn open(client: &Client) -> Result<Self, SubscribeError> {
        let prefix = client.new_inbox();
        let subscriber = client.subscribe(format!("{prefix}.>")).await?;
        let waiting = Arc::default();
        let router = tokio::spawn(route(subscriber, prefix.len() + 1, Arc::clone(&waiting)));
        Ok(Self {
            prefix,
            waiting,
            router,
        })
    }

    /// A place for a call.
    pub(super) fn place(&self) -> Place<'_> {
        let (say, heard) = mpsc::channel(DEPTH);
        let mut waiting = lock(&self.waiting);
        let number = waiting.next;
        waiting.next += 1;
        // Without a sender the receiver tells at once that nothing will come.
        if !waiting.closed {
            waiting.calls.insert(number, say);
        }
        Place {
            inbox: self,
            number,
            heard,
        }
    }
}

impl Place<'_> {
    /// The name of one try of the call, unique among all hosts.
    pub(super) fn request(&self, attempt: u32) -> String {
        let Inbox { prefix, .. } = self.inbox;
        let inbox = prefix.rsplit('.').next().unwrap_or_default();
        format!("{inbox}-{}-{attempt}", self.number)
    }

    /// Where the answers to a message come.
    pub(super) fn reply(&self, attempt: u32, about: About) -> String {
        let Inbox { prefix, .. } = self.inbox;
        let known = About::ALL.iter().find(|(known, _)| *known == about);
        let kind = known.map_or("c", |(_, kind)| kind);
        format!("{prefix}.{}.{attempt}.{kind}", self.number)
    }

    /// What is said next; none if the connection is closed for good.
    pub(super) async fn hear(&mut self) -> Option<Heard> {
        self.heard.recv().await
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        lock(&self.inbox.waiting).calls.remove(&self.number);
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.router.abort();
    }
}

async fn route(mut subscriber: Subscriber, prefix: usize, waiting: Arc<Mutex<Waiting>>) {
    while let Some(message) = subscriber.next().await {
        let address = message.subject.get(prefix..).and_then(read_address);
        let (Some((number, attempt, about)), Some(said)) = (address, Said::of(&message)) else {
            continue;
        };
        if let Some(call) = lock(&waiting).calls.get(&number) {
            let _ = call.try_send((attempt, about, said));
        }
    }
    let mut waiting = lock(&waiting);
    waiting.closed = true;
    waiting.calls.clear();
}

fn read_address(text: &str) -> Option<(u64, u32, About)> {
    let mut parts = text.split('.');
    let number = parts.next()?.parse().ok()?;
    let attempt = parts.next()?.parse().ok()?;
    let kind = parts.next()?;
    let (about, _) = About::ALL.iter().find(|(_, known)| *known == kind)?;
    Some((number, attempt, *about))
}

/// A poisoned lock is taken over: the map is whole after every change.
fn lock(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}
