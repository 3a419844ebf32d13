//! Making a worker.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use async_nats::Client;
use tokio::sync::{RwLock, Semaphore, watch};

use super::calls::Calls;
use super::catalogue::Catalogue;
use super::serve::{Serve, catalogue};
use super::service::{Counts, Service};
use super::shared::Shared;
use super::{Worker, WorkerError};
use crate::broker::Broker;
use crate::nats::claims::Stored;
use crate::nats::subjects::Subjects;
use crate::nats::token::{token, tokens};
use crate::nats::{GROUP, NAMESPACE};

/// How many calls run at once unless the worker says otherwise.
const PARALLEL: NonZeroUsize = NonZeroUsize::new(64).unwrap();

/// How many more may wait for their turn.
const WAITING: usize = 256;

/// How often a worker says that it is there.
const BEAT: Duration = Duration::from_secs(5);

/// Makes a [`Worker`].
#[must_use = "a worker begins with `start`"]
pub struct WorkerBuilder {
    client: Client,
    broker: Broker,
    namespace: String,
    group: String,
    description: String,
    parallel: NonZeroUsize,
    waiting: usize,
    beat: Duration,
    claims: Stored,
}

impl WorkerBuilder {
    pub(super) fn new(client: Client, broker: Broker) -> Self {
        Self {
            client,
            broker,
            namespace: NAMESPACE.to_owned(),
            group: GROUP.to_owned(),
            description: String::new(),
            parallel: PARALLEL,
            waiting: WAITING,
            beat: BEAT,
            claims: None,
        }
    }

    /// Sets the first part of all subjects; it may have dots. Hosts and workers of one namespace
    /// meet.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = namespace.into();
        self
    }

    /// Sets the group: one of its workers gets each call.
    pub fn group(mut self, group: impl Into<String>) -> Self {
        self.group = group.into();
        self
    }

    /// Says what the worker is for, in the services API.
    pub fn description(mut self, words: impl Into<String>) -> Self {
        self.description = words.into();
        self
    }

    /// Bounds how many calls run at once; 64 unless said.
    pub fn parallel(mut self, calls: NonZeroUsize) -> Self {
        self.parallel = calls;
        self
    }

    /// Bounds how many calls more may wait for their turn; 256 unless said. What comes in beyond is
    /// refused, and its host asks again.
    pub fn waiting(mut self, calls: usize) -> Self {
        self.waiting = calls;
        self
    }

    /// Sets how often the worker says that it is there; 5 s unless said. A directory that has heard
    /// nothing for three times as long takes it for gone.
    pub fn beat(mut self, beat: Duration) -> Self {
        self.beat = beat.max(Duration::from_millis(10));
        self
    }

    /// Passes payloads that are too big for a message through an object store.
    #[cfg(feature = "nats-claims")]
    #[cfg_attr(docsrs, doc(cfg(feature = "nats-claims")))]
    pub fn claims(mut self, claims: crate::nats::Claims) -> Self {
        self.claims = Some(Arc::new(claims));
        self
    }

    /// Starts the worker on the runtime of the caller. It takes calls once this returns.
    ///
    /// # Errors
    ///
    /// If group or namespace can't be parts of subjects, or the client's connection is closed.
    pub async fn start(self) -> Result<Worker, WorkerError> {
        tokens("the namespace", &self.namespace)?;
        token("the group", &self.group)?;
        let client = self.client;
        let subjects = Subjects::new(&self.namespace);
        let inbox = client.new_inbox();
        let id = inbox.rsplit('.').next().unwrap_or_default().to_owned();
        let service = Service {
            id,
            group: self.group,
            subjects: subjects.clone(),
            description: self.description,
            started: jiff::Timestamp::now().to_string(),
            beat: self.beat,
            counts: Counts::default(),
        };
        let (surface, changes) = self.broker.toolbox().subscribe();
        let first: Catalogue = catalogue(&surface, client.max_payload());
        let own = client.subscribe(subjects.worker(&service.id)).await?;
        let discovery = service.subscribe(&client).await?;
        let calls = client
            .queue_subscribe(subjects.calls(&service.group), service.group.clone())
            .await?;
        let shared = Arc::new(Shared {
            client,
            broker: self.broker,
            service,
            calls: Calls::default(),
            slots: Semaphore::new(self.parallel.get().min(Semaphore::MAX_PERMITS)),
            room: self.parallel.get().saturating_add(self.waiting),
            draining: AtomicBool::new(false),
            claims: self.claims,
            catalogue: RwLock::new(Arc::new(first)),
        });
        // The server has the subscriptions before anybody is told of the worker.
        let _ = shared.client.flush().await;
        let (draining, drain) = watch::channel(false);
        let serve = Serve::new(Arc::clone(&shared), calls, own, discovery, changes, drain);
        Ok(Worker {
            shared,
            draining,
            task: tokio::spawn(serve.run()),
        })
    }
}

impl fmt::Debug for WorkerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerBuilder")
            .field("broker", &self.broker)
            .field("namespace", &self.namespace)
            .field("group", &self.group)
            .finish_non_exhaustive()
    }
}
