//! Holding a connection: following the list, and beginning anew when it is lost.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::RoleClient;
use rmcp::model::{ProtocolVersion, SubscriptionFilter};
use rmcp::service::Peer;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::catalogue::Catalogue;
use super::error::ImportError;
use super::last_words::LastWords;
use super::link::Link;
use super::list::list;
use super::session::{Opened, open, with_last_words};
use super::transport::Transport;

/// How long a list may go on changing before it is asked for.
const SETTLE: Duration = Duration::from_millis(50);

/// How long a connection may take to end: the SDK lets a program end by itself first.
const FAREWELL: Duration = Duration::from_secs(10);

/// Holds a connection.
pub(super) struct Keeper {
    pub(super) transport: Transport,
    pub(super) link: Arc<Link>,
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) closing: watch::Receiver<bool>,
}

/// Why a connection is held no more.
enum Ended {
    Closed,
    Lost(String),
}

impl Keeper {
    /// Makes a connection and takes the server's list in.
    pub(super) async fn connect(&self) -> Result<Opened, ImportError> {
        let options = &self.catalogue.options;
        let timeout = options.patience.connect;
        let opened = open(&self.transport, options.lifecycle, &self.link, timeout).await;
        let opened = opened.map_err(|reason| ImportError::Connect {
            server: self.link.label().to_owned(),
            reason,
        })?;
        match self.refresh(opened.service.peer()).await {
            Ok(()) => {
                self.link.up(opened.service.peer().clone());
                Ok(opened)
            }
            Err(reason) => Err(ImportError::List {
                server: self.link.label().to_owned(),
                reason: with_last_words(reason, &opened.last_words),
            }),
        }
    }

    /// Holds connections until it is told to close, one after the other.
    pub(super) async fn run(self, mut opened: Opened) {
        let patience = self.catalogue.options.patience;
        let mut attempt = 0;
        loop {
            let begun = Instant::now();
            let reason = match self.hold(opened).await {
                Ended::Closed => break,
                Ended::Lost(reason) => reason,
            };
            // One that is lost again and again is not begun for ever.
            if begun.elapsed() > patience.longest_pause {
                attempt = 0;
            }
            match self.again(reason, &mut attempt).await {
                Some(again) => opened = again,
                None => break,
            }
        }
        self.link.down("the import was closed".to_owned());
    }

    /// Makes a new connection, pausing before each attempt; none if it is told to close.
    async fn again(&self, mut reason: String, attempt: &mut u32) -> Option<Opened> {
        let patience = self.catalogue.options.patience;
        loop {
            if *attempt >= patience.attempts {
                self.link.down(format!(
                    "{reason}; {} attempts to reach it again have failed",
                    patience.attempts
                ));
                tokio::select! {
                    () = self.told_to_close() => return None,
                    () = self.link.reconnect.notified() => *attempt = 0,
                }
            }
            self.link
                .down(format!("{reason}; it is tried to reach it again"));
            tokio::select! {
                () = self.told_to_close() => return None,
                () = self.link.reconnect.notified() => {}
                () = tokio::time::sleep(patience.pause(*attempt)) => {}
            }
            *attempt += 1;
            match self.connect().await {
                Ok(opened) => return Some(opened),
                Err(
                    ImportError::Connect { reason: why, .. }
                    | ImportError::List { reason: why, .. },
                ) => {
                    reason = why;
                }
                Err(other) => reason = other.to_string(),
            }
        }
    }

    /// Holds one connection to its end.
    async fn hold(&self, opened: Opened) -> Ended {
        let Opened {
            service,
            last_words,
        } = opened;
        let peer = service.peer().clone();
        let follower = Follower::of(&peer, &self.link);
        let stop = service.cancellation_token();
        let mut waiting = pin!(service.waiting());
        let lost = loop {
            let doubted = tokio::select! {
                _ = &mut waiting => return Ended::Lost(end(&last_words).await),
                () = self.told_to_close() => break None,
                () = self.link.changed.notified() => false,
                () = self.link.doubted.notified() => true,
            };
            tokio::time::sleep(SETTLE).await;
            let refreshed = tokio::select! {
                refreshed = self.refresh(&peer) => refreshed,
                () = self.told_to_close() => break None,
            };
            // A list that can't be had leaves the earlier one, if it is not a sign of more.
            if let Err(reason) = refreshed
                && doubted
            {
                break Some(reason);
            }
        };
        drop(follower);
        stop.cancel();
        let _ = tokio::time::timeout(FAREWELL, &mut waiting).await;
        match lost {
            None => Ended::Closed,
            Some(reason) => Ended::Lost(with_last_words(reason, &last_words)),
        }
    }

    /// Waits until the import is closed.
    async fn told_to_close(&self) {
        let mut closing = self.closing.clone();
        // Nobody is left to tell once the handle is gone.
        let _ = closing.wait_for(|closing| *closing).await;
    }

    /// Takes the server's list in.
    async fn refresh(&self, peer: &Peer<RoleClient>) -> Result<(), String> {
        let options = &self.catalogue.options;
        let listed = list(peer, options.bounds.tools, options.patience.connect).await?;
        self.catalogue.take(&listed);
        Ok(())
    }
}

/// What is told of a connection that has ended by itself.
async fn end(last_words: &LastWords) -> String {
    tokio::time::sleep(SETTLE).await;
    with_last_words("it has ended the connection".to_owned(), last_words)
}

/// Hears of changes of the list where a server tells them to those alone who ask: from the
/// revision 2026-07-28 on.
struct Follower {
    task: Option<JoinHandle<()>>,
}

impl Follower {
    fn of(peer: &Peer<RoleClient>, link: &Arc<Link>) -> Self {
        let version = peer.peer_info().map(|info| info.protocol_version.clone());
        let asks = version.is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        let task = asks.then(|| {
            let (peer, link) = (peer.clone(), Arc::clone(link));
            tokio::spawn(async move {
                let filter = SubscriptionFilter::builder().tools_list_changed().build();
                let Ok(mut subscription) = peer.listen(filter).await else {
                    return;
                };
                while let Ok(Some(_)) = subscription.next().await {
                    link.list_changed();
                }
            })
        });
        Self { task }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}
