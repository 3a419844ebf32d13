//! Making a port.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_nats::Client;
use tokio::runtime::Handle;

use super::inbox::Inbox;
use super::route::Routes;
use super::{Inner, Port, PortError, Times};
use crate::context::CallContext;
use crate::nats::claims::Stored;
use crate::nats::directory::Directory;
use crate::nats::subjects::Subjects;
use crate::nats::token::{token, tokens};
use crate::nats::{GROUP, NAMESPACE};

/// What a port waits for unless the host says otherwise.
const TIMES: Times = Times {
    deadline: Duration::from_secs(120),
    patience: Duration::from_secs(3),
    taking: Duration::from_secs(1),
    lost: Duration::from_secs(5),
    asking: Duration::from_secs(1),
};

/// Makes a [`Port`].
#[must_use = "a port begins with `start`"]
pub struct PortBuilder {
    client: Client,
    namespace: String,
    group: String,
    repeatable: BTreeSet<String>,
    directory: Option<Directory>,
    claims: Stored,
    times: Times,
    cx: CallContext,
}

impl PortBuilder {
    pub(super) fn new(client: Client) -> Self {
        Self {
            client,
            namespace: NAMESPACE.to_owned(),
            group: GROUP.to_owned(),
            repeatable: BTreeSet::new(),
            directory: None,
            claims: None,
            times: TIMES,
            cx: CallContext::new(),
        }
    }

    /// Sets the first part of all subjects; it may have dots. Hosts and workers of one namespace
    /// meet.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = namespace.into();
        self
    }

    /// Sets the group that all calls go to, where there is no directory.
    pub fn group(mut self, group: impl Into<String>) -> Self {
        self.group = group.into();
        self
    }

    /// Names tools that may be repeated, where there is no directory that knows it.
    pub fn repeatable<N: Into<String>>(mut self, tools: impl IntoIterator<Item = N>) -> Self {
        self.repeatable.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Sends each call to where the directory says that the tool is, with the digest of the schema
    /// that the model has read. Tools that say that they are idempotent or read-only may be repeated.
    pub fn directory(mut self, directory: &Directory) -> Self {
        self.directory = Some(directory.clone());
        self
    }

    /// Sets how long a call may take all in all; 120 s unless said. Workers hear of it: their clocks
    /// should agree with the host's to a small part of it.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.times.deadline = deadline;
        self
    }

    /// Sets for how long a call that no worker takes is tried again; 3 s unless said.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.times.patience = patience;
        self
    }

    /// Sets how long a worker has to say that it has taken a call; 1 s unless said.
    pub fn taking(mut self, taking: Duration) -> Self {
        self.times.taking = taking;
        self
    }

    /// Sets how long a worker that has taken a call may be silent when it is asked, before it counts
    /// as lost; 5 s unless said. It should be longer than a worker takes to connect anew.
    pub fn lost(mut self, lost: Duration) -> Self {
        self.times.lost = lost;
        self
    }

    /// Sets after which time a worker is first asked what has become of a call; 1 s unless said.
    pub fn asking(mut self, asking: Duration) -> Self {
        self.times.asking = asking.max(Duration::from_millis(10));
        self
    }

    /// Sets the context of the calls that come through [`ToolPort`](crate::ToolPort).
    pub fn context(mut self, cx: CallContext) -> Self {
        self.cx = cx;
        self
    }

    /// Passes payloads that are too big for a message through an object store.
    #[cfg(feature = "nats-claims")]
    #[cfg_attr(docsrs, doc(cfg(feature = "nats-claims")))]
    pub fn claims(mut self, claims: crate::nats::Claims) -> Self {
        self.claims = Some(Arc::new(claims));
        self
    }

    /// Starts the port on the runtime of the caller.
    ///
    /// # Errors
    ///
    /// If group or namespace can't be parts of subjects, or the client's connection is closed.
    pub async fn start(self) -> Result<Port, PortError> {
        tokens("the namespace", &self.namespace)?;
        token("the group", &self.group)?;
        let inbox = Inbox::open(&self.client).await?;
        let routes = match self.directory {
            Some(directory) => Routes::Announced(directory),
            None => Routes::Group {
                group: self.group,
                repeatable: self.repeatable,
            },
        };
        Ok(Port {
            inner: Arc::new(Inner {
                client: self.client,
                subjects: Subjects::new(&self.namespace),
                inbox,
                routes,
                claims: self.claims,
                times: self.times,
                cx: self.cx,
                runtime: Handle::current(),
            }),
        })
    }
}

impl fmt::Debug for PortBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PortBuilder")
            .field("namespace", &self.namespace)
            .field("group", &self.group)
            .field("times", &self.times)
            .finish_non_exhaustive()
    }
}
