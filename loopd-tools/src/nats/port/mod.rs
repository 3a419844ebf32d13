//! Sending a host's calls to workers.

mod attempt;
mod blocking;
mod builder;
mod conversation;
mod inbox;
mod route;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_nats::Client;
use async_nats::client::SubscribeError;
use thiserror::Error;
use tokio::runtime::Handle;

use super::claims::Stored;
use super::error::CallError;
use super::subjects::Subjects;
use super::token::BadToken;
use crate::context::CallContext;
use crate::port::{ToolRequest, ToolResponse};

use self::conversation::Conversation;
use self::inbox::Inbox;
use self::route::Routes;

pub use self::builder::PortBuilder;

/// Sends calls to the workers of a group, or of the groups that a [`Directory`](super::Directory)
/// knows.
///
/// A handle: its clones are the same port. It is a [`ToolPort`](crate::ToolPort) for hosts that do
/// not wait, and [`request`](Self::request) is the same call for those that do, with typed errors.
///
/// ```no_run
/// use loopd_tools::{CallContext, ToolRequest, nats};
///
/// # async fn doc() -> Result<(), Box<dyn std::error::Error>> {
/// let client = nats::async_nats::connect("127.0.0.1:4222").await?;
/// let directory = nats::Directory::builder(client.clone()).start().await?;
/// let port = nats::Port::builder(client).directory(&directory).start().await?;
/// let request = ToolRequest {
///     tool: "echo".into(),
///     arguments: r#"{"text":"hello"}"#.into(),
/// };
/// match port.request(&request, &CallContext::new()).await {
///     Ok(reply) => println!("{:?}", reply.response),
///     Err(error) if error.may_have_run() => println!("{error}: do not repeat it"),
///     Err(error) => println!("{error}"),
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Port {
    inner: Arc<Inner>,
}

struct Inner {
    client: Client,
    subjects: Subjects,
    inbox: Inbox,
    routes: Routes,
    claims: Stored,
    times: Times,
    /// The context of the calls that come through `ToolPort`.
    cx: CallContext,
    runtime: Handle,
}

/// How long a port waits for what.
#[derive(Debug, Clone, Copy)]
struct Times {
    /// For an answer, all in all.
    deadline: Duration,
    /// For a worker that takes the call, over all tries.
    patience: Duration,
    /// For a worker to say that it has taken it.
    taking: Duration,
    /// For a worker to answer before it counts as gone.
    lost: Duration,
    /// Until a worker is asked for the first time what has become of a call.
    asking: Duration,
}

/// An answer, and how it came.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// What the tool's broker says.
    pub response: ToolResponse,
    /// The worker that ran it; none if the answer came at once.
    pub worker: Option<String>,
    /// How often the call was sent: more than once if workers refused it, were not there, or were
    /// lost with a call that may be repeated.
    pub tries: u32,
}

impl Port {
    /// A port over `client`'s connection.
    pub fn builder(client: Client) -> PortBuilder {
        PortBuilder::new(client)
    }

    /// Makes one call and waits for its answer. If the future is dropped, the worker is told that
    /// nobody waits any more.
    ///
    /// The context's session id, call id and cancellation go with the call; all else that it holds
    /// stays here.
    ///
    /// # Errors
    ///
    /// If there is no answer. [`CallError::may_have_run`] tells whether the tool may have run.
    pub async fn request(
        &self,
        request: &ToolRequest,
        cx: &CallContext,
    ) -> Result<Reply, CallError> {
        Conversation::new(&self.inner, request, cx)?.hold().await
    }
}

impl fmt::Debug for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Port")
            .field("routes", &self.inner.routes)
            .field("times", &self.inner.times)
            .finish_non_exhaustive()
    }
}

/// Why a port does not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PortError {
    /// A name can't be a part of a subject.
    #[error(transparent)]
    BadToken(#[from] BadToken),
    /// The connection to the server is closed.
    #[error("the port can't subscribe")]
    Subscribe(#[from] SubscribeError),
}
