//! How far a call has come, told to its client.

use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tokio::sync::mpsc;

use crate::context::CallContext;

/// How many words may wait to be told; more are left out.
const BACKLOG: usize = 64;

/// How long a client may take to read one.
const PATIENCE: Duration = Duration::from_secs(1);

/// The whole of a call's work, in the protocol's numbers: percent.
const WHOLE: f64 = 100.0;

/// How much further a call without a number, or with one that is not greater, has come.
const STEP: f64 = 0.001;

/// One word of a call on how far it has come.
pub(super) struct Update {
    fraction: Option<f64>,
    words: String,
}

/// What a call tells while it runs.
pub(super) struct Updates {
    waiting: mpsc::Receiver<Update>,
    peer: Peer<RoleServer>,
    token: ProgressToken,
    last: Option<f64>,
}

/// Listens to a call if its client wants to know.
pub(super) fn listen(
    cx: CallContext,
    request: &RequestContext<RoleServer>,
) -> (CallContext, Option<Updates>) {
    let Some(token) = request.meta.get_progress_token() else {
        return (cx, None);
    };
    let (sender, waiting) = mpsc::channel(BACKLOG);
    let cx = cx.with_progress(move |progress| {
        // A client that does not keep up misses words, and the call does not wait for it.
        let _ = sender.try_send(Update {
            fraction: progress.fraction,
            words: progress.words.to_owned(),
        });
    });
    let updates = Updates {
        waiting,
        peer: request.peer.clone(),
        token,
        last: None,
    };
    (cx, Some(updates))
}

impl Updates {
    /// The next word, once there is one; never again when there can be none.
    pub(super) async fn next(&mut self) -> Update {
        match self.waiting.recv().await {
            Some(update) => update,
            None => std::future::pending().await,
        }
    }

    /// Tells the client.
    pub(super) async fn tell(&mut self, update: Update) {
        let said = update.fraction.map(|fraction| fraction * WHOLE);
        // The protocol wants each number to be greater than the one before.
        let progress = match (said, self.last) {
            (Some(said), Some(last)) if said <= last => last + STEP,
            (Some(said), _) => said,
            (None, last) => last.unwrap_or_default() + STEP,
        };
        self.last = Some(progress);
        let mut param = ProgressNotificationParam::new(self.token.clone(), progress);
        if said.is_some() && progress <= WHOLE {
            param = param.with_total(WHOLE);
        }
        if !update.words.is_empty() {
            param = param.with_message(update.words);
        }
        // Nobody is left to be told of a failure: the answer will meet the same.
        let _ = tokio::time::timeout(PATIENCE, self.peer.notify_progress(param)).await;
    }

    /// Tells what still waits when the call has ended: all of it goes before the answer.
    pub(super) async fn finish(mut self) {
        self.waiting.close();
        while let Ok(update) = self.waiting.try_recv() {
            self.tell(update).await;
        }
    }
}
