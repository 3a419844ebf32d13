//! Serving tools.
//!
//! `listing` says what a client reads, `call` answers one call, `output` says what it gets;
//! `connection` is the SDK's view of all of it. `stdio` and `http` are the ways in.

mod call;
mod caller;
mod changes;
mod connection;
mod error;
mod find;
#[cfg(feature = "mcp-http")]
mod http;
mod listing;
mod output;
mod progress;
mod running;
mod served;
mod stdio;

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};

use crate::broker::{Broker, BrokerError};
use crate::context::Session;
use crate::toolbox::Toolbox;

pub use self::caller::{Caller, LogLevel};
pub use self::error::ServeError;
#[cfg(feature = "mcp-http")]
pub use self::http::{HttpOptions, HttpServer, Rate};

use self::served::Served;

/// How many tools a page of a list holds.
const PAGE: NonZeroUsize = NonZeroUsize::MIN.saturating_add(199);

/// How many calls run at once; more wait.
const PARALLEL: NonZeroUsize = NonZeroUsize::MIN.saturating_add(63);

/// How long running calls may take to finish once the server is told to end.
const GRACE: Duration = Duration::from_secs(10);

/// A host's part in the session of each client.
type Prepare = dyn Fn(Session) -> Session + Send + Sync;

/// Serves the tools of a broker to clients of the Model Context Protocol.
///
/// Clients read the listed tools in the order of their registration, are told when they change,
/// and call them under the broker's policy and limits. A call that fails gives a result that says
/// so (`isError`); a call of a name that no tool has is an error of the protocol. The revisions of
/// the protocol that the SDK knows are spoken, the one without a handshake included.
///
/// ```no_run
/// use loopd_tools::mcp::Server;
/// use loopd_tools::{Clock, Echo, Tool, Toolbox};
///
/// # async fn doc() -> Result<(), Box<dyn std::error::Error>> {
/// let toolbox = Toolbox::new();
/// toolbox.register(Clock::tool())?;
/// toolbox.register(Echo::tool())?;
/// Server::of(toolbox)?
///     .with_name("my-tools", "1.0.0")
///     .serve_stdio(std::future::pending())
///     .await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "a server does nothing until it serves"]
pub struct Server {
    broker: Broker,
    name: String,
    version: String,
    title: Option<String>,
    instructions: Option<String>,
    page: NonZeroUsize,
    parallel: NonZeroUsize,
    finding: bool,
    grace: Duration,
    prepare: Option<Box<Prepare>>,
}

impl Server {
    /// A server of the broker's tools, named after this crate.
    pub fn new(broker: Broker) -> Self {
        Self {
            broker,
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            title: None,
            instructions: None,
            page: PAGE,
            parallel: PARALLEL,
            finding: false,
            grace: GRACE,
            prepare: None,
        }
    }

    /// A server of a toolbox without a policy: what requires something is denied.
    ///
    /// # Errors
    ///
    /// As [`BrokerBuilder::build`](crate::broker::BrokerBuilder::build).
    pub fn of(toolbox: Toolbox) -> Result<Self, BrokerError> {
        Ok(Self::new(Broker::builder(toolbox).build()?))
    }

    /// Names the server, for programs: name and version.
    pub fn with_name(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.name = name.into();
        self.version = version.into();
        self
    }

    /// Names the server, for people.
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Says what a model should know of the server as a whole. The toolbox's texts for a system
    /// prompt are not added by themselves.
    pub fn with_instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Bounds how many tools a page of a list holds; 200 unless said otherwise.
    pub fn with_page(mut self, tools: NonZeroUsize) -> Self {
        self.page = tools;
        self
    }

    /// Bounds how many calls run at once, of all clients together; more wait. 64 unless said
    /// otherwise.
    pub fn with_parallel(mut self, calls: NonZeroUsize) -> Self {
        self.parallel = calls;
        self
    }

    /// Says whether clients list the core tools alone, with `find_tool` and `call_tool` behind
    /// them, so that thousands of tools fit a client with a short list. `find_tool` searches by rank.
    pub fn with_finding(mut self, finding: bool) -> Self {
        self.finding = finding;
        self
    }

    /// How long running calls may take to finish once the server is told to end, or its client has
    /// hung up. 10 s unless said otherwise.
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Changes the session of each client before its first call: working directory, values,
    /// scratch directory. A client that speaks the revision without a handshake over HTTP has a
    /// session a request.
    pub fn with_session(
        mut self,
        prepare: impl Fn(Session) -> Session + Send + Sync + 'static,
    ) -> Self {
        self.prepare = Some(Box::new(prepare));
        self
    }

    /// Serves one client on standard input and output until it hangs up or `until` ends; running
    /// calls may finish. Nothing else in the process may write to standard output.
    ///
    /// # Errors
    ///
    /// If the client breaks the protocol before it has begun, or the streams fail.
    pub async fn serve_stdio(self, until: impl Future<Output = ()>) -> Result<(), ServeError> {
        stdio::serve_standard(self.start(), until).await
    }

    /// Serves one client on any two streams, as [`serve_stdio`](Self::serve_stdio) does.
    ///
    /// # Errors
    ///
    /// As [`serve_stdio`](Self::serve_stdio).
    pub async fn serve_io(
        self,
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        until: impl Future<Output = ()>,
    ) -> Result<(), ServeError> {
        stdio::serve(self.start(), reader, writer, until).await
    }

    /// Begins to listen for clients over HTTP. They are served once
    /// [`HttpServer::serve`] runs.
    ///
    /// # Errors
    ///
    /// If the address can't be listened on, or is one that others reach while the options name no
    /// hosts or do not say who may come in.
    #[cfg(feature = "mcp-http")]
    #[cfg_attr(docsrs, doc(cfg(feature = "mcp-http")))]
    pub async fn listen(self, options: HttpOptions) -> Result<HttpServer, ServeError> {
        HttpServer::listen(self.start(), options).await
    }

    fn start(self) -> Arc<Served> {
        Arc::new(Served::new(self))
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.name)
            .field("version", &self.version)
            .field("broker", &self.broker)
            .field("finding", &self.finding)
            .finish_non_exhaustive()
    }
}
