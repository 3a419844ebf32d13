//! Serving a broker to hosts on other machines.

mod builder;
mod calls;
mod catalogue;
mod run;
mod serve;
mod service;
mod shared;

use std::fmt;
use std::sync::Arc;

use async_nats::Client;
use async_nats::client::SubscribeError;
use thiserror::Error;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::token::BadToken;
use crate::broker::Broker;

use self::shared::Shared;

pub use self::builder::WorkerBuilder;

/// Serves a broker's tools to all hosts that may publish to its group.
///
/// Workers of one group share its calls: each call goes to one of them. They should have the same
/// tools; while a new version is rolled out, a call goes to one that has the schema that its model
/// has read.
///
/// Dropping the handle ends the worker at once, as if its process had died: calls that are running
/// are dropped where they stand, and their hosts find out. [`drain`](Self::drain) is the way to end
/// one.
///
/// ```no_run
/// use loopd_tools::{Broker, Echo, Tool, Toolbox, nats};
///
/// # async fn doc() -> Result<(), Box<dyn std::error::Error>> {
/// let toolbox = Toolbox::new();
/// toolbox.register(Echo::tool())?;
/// let broker = Broker::builder(toolbox).build()?;
/// let client = nats::async_nats::connect("127.0.0.1:4222").await?;
/// let worker = nats::Worker::builder(client, broker).group("text").start().await?;
/// // .. until the process is told to end:
/// worker.drain().await;
/// # Ok(())
/// # }
/// ```
pub struct Worker {
    shared: Arc<Shared>,
    draining: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Worker {
    /// A worker that serves `broker`. It begins with [`start`](WorkerBuilder::start).
    pub fn builder(client: Client, broker: Broker) -> WorkerBuilder {
        WorkerBuilder::new(client, broker)
    }

    /// The worker's id: it is new each time that a worker starts.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.shared.service.id
    }

    /// The group that it takes calls of.
    #[must_use]
    pub fn group(&self) -> &str {
        &self.shared.service.group
    }

    /// How many calls it has taken and not ended.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.shared.calls.live()
    }

    /// The names of the tools that are not announced, because their definitions are too big for a
    /// message. Hosts without a directory can call them.
    pub async fn left_out(&self) -> Vec<String> {
        self.shared.catalogue.read().await.left_out.clone()
    }

    /// Ends the worker: it says that it goes, takes no call any more, and finishes those that it has
    /// taken. What still reaches it is refused, so that its host asks another worker at once.
    pub async fn drain(mut self) {
        let _ = self.draining.send(true);
        // It can't be cancelled but by the drop of this handle.
        let _ = (&mut self.task).await;
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker")
            .field("id", &self.id())
            .field("group", &self.group())
            .field("in_flight", &self.in_flight())
            .finish_non_exhaustive()
    }
}

/// Why a worker does not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WorkerError {
    /// A name can't be a part of a subject.
    #[error(transparent)]
    BadToken(#[from] BadToken),
    /// The connection to the server is closed.
    #[error("the worker can't subscribe")]
    Subscribe(#[from] SubscribeError),
}
