//! A worker's loop: it hears calls, questions, changes of the toolbox and its own end.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_nats::{Message, Subscriber};
use futures_util::StreamExt;
use futures_util::stream::SelectAll;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::catalogue::Catalogue;
use super::run::run;
use super::shared::Shared;
use crate::toolbox::{Changes, Surface};

/// How long a worker that drains waits for the last calls that the server has sent it.
const LAST: Duration = Duration::from_secs(2);

pub(super) struct Serve {
    shared: Arc<Shared>,
    calls: Subscriber,
    own: Subscriber,
    discovery: SelectAll<Subscriber>,
    changes: Changes,
    drain: watch::Receiver<bool>,
    /// Dropping them ends what is running.
    tasks: JoinSet<()>,
    /// Whether calls may still come in.
    open: bool,
    /// Whether the toolbox may still change.
    following: bool,
    /// When a worker that drains waits no longer for calls.
    last: Option<Instant>,
}

impl Serve {
    pub(super) fn new(
        shared: Arc<Shared>,
        calls: Subscriber,
        own: Subscriber,
        discovery: SelectAll<Subscriber>,
        changes: Changes,
        drain: watch::Receiver<bool>,
    ) -> Self {
        Self {
            shared,
            calls,
            own,
            discovery,
            changes,
            drain,
            tasks: JoinSet::new(),
            open: true,
            following: true,
            last: None,
        }
    }

    pub(super) async fn run(mut self) {
        let mut beat = interval(self.shared.service.beat);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while self.open || !self.tasks.is_empty() {
            let last = self.last.filter(|_| self.open);
            tokio::select! {
                call = self.calls.next(), if self.open => self.take(call).await,
                question = self.own.next() => match question {
                    Some(question) => self.shared.answer(question).await,
                    // The client is closed: nothing comes in any more.
                    None => break,
                },
                question = self.discovery.next() => match question {
                    Some(question) => self.tell(question).await,
                    None => break,
                },
                _ = beat.tick(), if self.last.is_none() => self.shared.show("here").await,
                change = self.changes.next(), if self.following => match change {
                    Some(_) => self.renew().await,
                    None => self.following = false,
                },
                _ = self.tasks.join_next(), if !self.tasks.is_empty() => {}
                _ = self.drain.changed(), if self.last.is_none() => self.begin_to_drain().await,
                () = until(last) => self.open = false,
            }
        }
        let Self {
            shared,
            calls,
            own,
            discovery,
            ..
        } = self;
        // What was said last, and that nobody listens any more, has gone out when this returns.
        drop((calls, own, discovery));
        let _ = shared.client.flush().await;
    }

    async fn take(&mut self, call: Option<Message>) {
        let Some(call) = call else {
            self.open = false;
            return;
        };
        if let Some(taken) = self.shared.admit(call).await {
            self.tasks.spawn(run(Arc::clone(&self.shared), taken));
        }
    }

    async fn tell(&self, question: Message) {
        let catalogue = Arc::clone(&*self.shared.catalogue.read().await);
        let client = &self.shared.client;
        let answer = self
            .shared
            .service
            .answer(&question, &catalogue, client.max_payload());
        if let (Some(answer), Some(reply)) = (answer, question.reply) {
            let _ = client.publish(reply.clone(), answer).await;
            self.shared.close(&reply).await;
        }
        // A directory asks without an inbox: presence is what it believes.
        if self.last.is_none() && question.subject.contains(".PING") {
            self.shared.show("here").await;
        }
    }

    /// The toolbox has changed.
    async fn renew(&mut self) {
        // Many changes are announced as one.
        while self.changes.try_next().is_some() {}
        let surface = self.shared.broker.toolbox().surface();
        let renewed = catalogue(&surface, self.shared.client.max_payload());
        *self.shared.catalogue.write().await = Arc::new(renewed);
        if self.last.is_none() {
            self.shared.show("here").await;
        }
    }

    async fn begin_to_drain(&mut self) {
        self.shared.draining.store(true, Ordering::Relaxed);
        self.last = Some(Instant::now() + LAST);
        self.shared.show("gone").await;
        if self.calls.drain().await.is_err() {
            self.open = false;
        }
    }
}

pub(super) fn catalogue(surface: &Surface, limit: usize) -> Catalogue {
    Catalogue::new(surface.tools().map(|tool| tool.definition()), limit)
}

async fn until(instant: Option<Instant>) {
    match instant {
        Some(instant) => sleep_until(instant).await,
        None => pending().await,
    }
}
