//! What workers announce, as a registry.

mod builder;
mod fetch;
mod follow;
mod presence;
mod view;

use std::fmt;
use std::sync::Arc;

use async_nats::Client;
use async_nats::client::SubscribeError;
use thiserror::Error;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::token::BadToken;
use crate::registry::Registry;

pub use self::builder::DirectoryBuilder;
pub use self::view::{Listing, Peer, Refused, View};

/// A registry of the tools that workers announce. It follows workers as they come, change and go.
///
/// A handle: its clones are the same directory. Each tool is checked on its own, as a toolbox checks
/// what is registered; what can't be listed is in [`View::refused`] and spoils nothing. If two groups
/// announce one name, the one that was there first has it as long as it is there.
///
/// What workers say of themselves is believed as far as the server's permissions go: who may publish
/// the presence of a group can list tools under it.
#[derive(Clone)]
pub struct Directory {
    view: watch::Receiver<Arc<View>>,
    _task: Arc<Task>,
}

/// Ends the following with the last handle.
struct Task(JoinHandle<()>);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Directory {
    /// A directory over `client`'s connection.
    pub fn builder(client: Client) -> DirectoryBuilder {
        DirectoryBuilder::new(client)
    }

    /// What is known now.
    #[must_use]
    pub fn view(&self) -> Arc<View> {
        Arc::clone(&self.view.borrow())
    }

    /// The tools that are known now: for [`Dispatcher::refresh`](crate::Dispatcher::refresh).
    #[must_use]
    pub fn registry(&self) -> Arc<Registry> {
        Arc::clone(self.view().registry())
    }

    /// Waits until more is known than in version `seen`; none if the client is closed. Workers that
    /// come and go without a change of the tools count too.
    pub async fn changed(&self, seen: u64) -> Option<Arc<View>> {
        let mut view = self.view.clone();
        let newer = view.wait_for(|view| view.version() > seen).await;
        newer.ok().map(|view| Arc::clone(&view))
    }
}

impl fmt::Debug for Directory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Directory").field(&self.view()).finish()
    }
}

/// Why a directory does not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// The namespace can't be a part of a subject.
    #[error(transparent)]
    BadToken(#[from] BadToken),
    /// The connection to the server is closed.
    #[error("the directory can't subscribe")]
    Subscribe(#[from] SubscribeError),
}
