//! Making a directory.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_nats::Client;
use tokio::sync::{oneshot, watch};

use super::fetch::Bounds;
use super::follow::Follow;
use super::view::View;
use super::{Directory, DirectoryError, Task};
use crate::nats::NAMESPACE;
use crate::nats::subjects::Subjects;
use crate::nats::token::tokens;

/// How long a directory listens before it says what there is.
const LISTEN: Duration = Duration::from_millis(300);

/// Makes a [`Directory`].
#[must_use = "a directory begins with `start`"]
pub struct DirectoryBuilder {
    client: Client,
    namespace: String,
    listen: Duration,
    bounds: Bounds,
}

impl DirectoryBuilder {
    pub(super) fn new(client: Client) -> Self {
        Self {
            client,
            namespace: NAMESPACE.to_owned(),
            listen: LISTEN,
            bounds: Bounds::default(),
        }
    }

    /// Sets the first part of all subjects; it may have dots. Hosts and workers of one namespace
    /// meet.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = namespace.into();
        self
    }

    /// Sets how long [`start`](Self::start) listens for workers; 300 ms unless said.
    pub fn listen(mut self, listen: Duration) -> Self {
        self.listen = listen;
        self
    }

    /// Bounds how many tools one worker may announce; 100,000 unless said.
    pub fn max_tools(mut self, tools: usize) -> Self {
        self.bounds.tools = tools;
        self
    }

    /// Bounds how many bytes of definitions one worker may announce; 64 MiB unless said.
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.bounds.bytes = bytes;
        self
    }

    /// Starts the directory on the runtime of the caller. It returns when it has listened for a
    /// while and has fetched what was announced until then, or after 10 s.
    ///
    /// # Errors
    ///
    /// If the namespace can't be a part of subjects, or the client's connection is closed.
    pub async fn start(self) -> Result<Directory, DirectoryError> {
        tokens("the namespace", &self.namespace)?;
        let subjects = Subjects::new(&self.namespace);
        let presence = self.client.subscribe(subjects.all_presence()).await?;
        let (give, view) = watch::channel(Arc::new(View::default()));
        let (ready, settled) = oneshot::channel();
        let follow = Follow::new(self.client, subjects, self.bounds, give);
        let task = tokio::spawn(follow.run(presence, self.listen, ready));
        let directory = Directory {
            view,
            _task: Arc::new(Task(task)),
        };
        // What is not there by then comes later.
        let _ = tokio::time::timeout(Duration::from_secs(10), settled).await;
        Ok(directory)
    }
}

impl fmt::Debug for DirectoryBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DirectoryBuilder")
            .field("namespace", &self.namespace)
            .finish_non_exhaustive()
    }
}
