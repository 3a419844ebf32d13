//! Why a call got no answer, and whether it may have run.

use std::error::Error;
use std::time::Duration;

use thiserror::Error;

use super::token::BadToken;

/// Why a call got no answer.
///
/// [`may_have_run`](Self::may_have_run) is what a host has to know before it makes the call again.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CallError {
    /// The tool's name is none that any worker could have.
    #[error("there is no such tool: {0}")]
    BadName(BadToken),
    /// No worker that the directory knows announces the tool.
    #[error("no worker announces a tool named {tool:?}")]
    NotAnnounced {
        /// The tool.
        tool: String,
    },
    /// No worker of the group is there.
    #[error("no worker of group `{group}` is there to run it")]
    NoResponders {
        /// The group.
        group: String,
    },
    /// The workers that were asked did not take it.
    #[error("no worker took the call: {reason}")]
    Refused {
        /// Why the last one did not.
        reason: Refusal,
    },
    /// Nobody said anything.
    #[error("no worker of group `{group}` took the call within {waited:?}")]
    NotTaken {
        /// The group.
        group: String,
        /// How long the host waited.
        waited: Duration,
        /// Whether it may have run: it was sent to run in one step.
        may_have_run: bool,
    },
    /// The worker that took the call is gone.
    #[error("the worker that ran the call is gone; what the call did may have taken effect")]
    WorkerLost {
        /// The worker's id.
        worker: String,
    },
    /// The worker is there and does not remember the call's result any more.
    #[error("the call ran, and its result is lost")]
    ResultLost {
        /// The worker's id.
        worker: String,
    },
    /// The time that the host gives the call is up.
    #[error("the call got no answer within {after:?}")]
    Deadline {
        /// The time.
        after: Duration,
        /// Whether it may have run, or may still be running.
        may_have_run: bool,
    },
    /// The host called the call off.
    #[error("the call was called off")]
    Cancelled {
        /// Whether it may have run, or may still be running.
        may_have_run: bool,
    },
    /// The request is too big for a message.
    #[error(
        "the arguments are too big: a message of {bytes} bytes, and the server takes {limit}; ask \
         for less in one call"
    )]
    TooLarge {
        /// The size of the message, in bytes.
        bytes: usize,
        /// What the server takes, in bytes.
        limit: usize,
    },
    /// The result is too big for a message.
    #[error(
        "the call ran, and its result is too big: a message of {bytes} bytes, and the server takes \
         {limit}; ask for less in one call"
    )]
    ResultTooLarge {
        /// The size of the message, in bytes.
        bytes: usize,
        /// What the server takes, in bytes.
        limit: usize,
    },
    /// A big payload could not be left in the object store, or fetched from there.
    #[error("the object store did not carry the {what}")]
    Claim {
        /// Request or result.
        what: &'static str,
        /// Whether it has run.
        may_have_run: bool,
        /// Why not.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The worker's answer can't be read.
    #[error("the call ran, and its result can't be read")]
    Unreadable {
        /// Why not.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The host's connection to the server is closed for good.
    #[error("the connection to the server is closed")]
    Closed {
        /// Whether it may have run.
        may_have_run: bool,
    },
    /// The calling thread is the one that would have to carry the call.
    #[error(
        "the call would wait for the very thread that it is made on; make it on another thread, or \
         use `request`, or a runtime with more than one thread"
    )]
    OwnThread,
}

impl CallError {
    /// Whether the tool may have run, or may still be running. If not, the call can be made again
    /// without a second effect.
    #[must_use]
    pub fn may_have_run(&self) -> bool {
        match self {
            Self::NotTaken { may_have_run, .. }
            | Self::Deadline { may_have_run, .. }
            | Self::Cancelled { may_have_run }
            | Self::Claim { may_have_run, .. }
            | Self::Closed { may_have_run } => *may_have_run,
            Self::WorkerLost { .. }
            | Self::ResultLost { .. }
            | Self::ResultTooLarge { .. }
            | Self::Unreadable { .. } => true,
            Self::BadName(_)
            | Self::NotAnnounced { .. }
            | Self::NoResponders { .. }
            | Self::Refused { .. }
            | Self::TooLarge { .. }
            | Self::OwnThread => false,
        }
    }

    /// Whether another try may end otherwise.
    pub(super) fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::NoResponders { .. }
                | Self::NotTaken { .. }
                | Self::WorkerLost { .. }
                | Self::ResultLost { .. }
        ) || matches!(self, Self::Refused { reason } if reason.is_passing())
    }

    /// What the model reads.
    pub(super) fn model_text(&self) -> String {
        let advice = if self.may_have_run() {
            "What it does may have taken effect, or may yet: look what has become of it before you \
             call it again."
        } else if self.is_passing() {
            "Nothing has run. Try once more later."
        } else {
            "Nothing has run."
        };
        format!("{self}\n{advice}")
    }
}

/// Why a worker did not take a call. Nothing has run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It runs as much as it may.
    #[error("the worker is busy")]
    Busy,
    /// It is shutting down.
    #[error("the worker is shutting down")]
    Draining,
    /// It has another schema of the tool than the model has read.
    #[error("the worker has another version of the tool")]
    Changed,
    /// It has no such tool.
    #[error("the worker has no such tool")]
    NoSuchTool,
    /// The call's deadline is over by the worker's clock.
    #[error("its deadline was over when it came, by the worker's clock")]
    Late,
    /// The request can't be read.
    #[error("the worker can't read the request")]
    Unreadable,
    /// The request is in an object store that the worker does not have.
    #[error("the worker can't fetch the request from the object store")]
    Claim,
}

impl Refusal {
    const ALL: [(Self, &'static str); 7] = [
        (Self::Busy, "busy"),
        (Self::Draining, "draining"),
        (Self::Changed, "changed"),
        (Self::NoSuchTool, "no-such-tool"),
        (Self::Late, "late"),
        (Self::Unreadable, "unreadable"),
        (Self::Claim, "claim"),
    ];

    /// The word on the wire.
    pub(super) fn word(self) -> &'static str {
        let known = Self::ALL.iter().find(|(refusal, _)| *refusal == self);
        known.map_or("unreadable", |(_, word)| word)
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(_, known)| *known == word);
        known.map(|(refusal, _)| *refusal)
    }

    /// Whether another worker may take the call.
    fn is_passing(self) -> bool {
        !matches!(self, Self::Unreadable)
    }
}
