//! What all clients of a server share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use tokio::sync::Semaphore;

use crate::broker::Broker;
use crate::context::Session;

use super::listing::Listing;
use super::running::Running;
use super::{Prepare, Server};

/// What all clients of a server share.
pub(super) struct Served {
    pub(super) broker: Broker,
    pub(super) finding: bool,
    pub(super) grace: Duration,
    pub(super) running: Running,
    /// A permit a running call.
    pub(super) places: Semaphore,
    page: usize,
    info: ServerConfig,
    prepare: Option<Box<Prepare>>,
    listing: Mutex<Option<Arc<Listing>>>,
    sessions: AtomicU64,
}

impl Served {
    pub(super) fn new(server: Server) -> Self {
        let info = info(&server);
        Self {
            broker: server.broker,
            finding: server.finding,
            grace: server.grace,
            running: Running::new(),
            places: Semaphore::new(server.parallel.get().min(Semaphore::MAX_PERMITS)),
            page: server.page.get(),
            info,
            prepare: server.prepare,
            listing: Mutex::new(None),
            sessions: AtomicU64::new(0),
        }
    }

    /// What the server says of itself.
    pub(super) fn info(&self) -> ServerConfig {
        self.info.clone()
    }

    /// How many tools a page holds.
    pub(super) fn page(&self) -> usize {
        self.page
    }

    /// A session for a client.
    pub(super) fn session(&self) -> Session {
        let number = self.sessions.fetch_add(1, Ordering::Relaxed);
        let session = Session::new(format!("mcp-{number}"));
        match &self.prepare {
            Some(prepare) => prepare(session),
            None => session,
        }
    }

    /// The tools as clients read them now. Made once per version of the toolbox.
    pub(super) fn listing(&self) -> Arc<Listing> {
        let surface = self.broker.toolbox().surface();
        let mut listing = self.listing.lock().unwrap_or_else(PoisonError::into_inner);
        match &*listing {
            Some(made) if made.version() == surface.version() => Arc::clone(made),
            _ => Arc::clone(listing.insert(Arc::new(Listing::new(&surface, self.finding)))),
        }
    }
}

#[expect(deprecated, reason = "older revisions have log messages")]
fn info(server: &Server) -> ServerConfig {
    let capabilities = ServerCapabilities::builder()
        .enable_logging()
        .enable_tools()
        .enable_tool_list_changed()
        .build();
    let mut implementation = Implementation::new(&*server.name, &*server.version);
    implementation.title.clone_from(&server.title);
    let mut info = ServerConfig::new(capabilities).with_server_info(implementation);
    info.instructions.clone_from(&server.instructions);
    info
}
