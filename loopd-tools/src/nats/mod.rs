//! Calls on other machines: a port and workers over NATS.
//!
//! A [`Worker`] serves a broker to whoever may publish to its group. A [`Port`] sends a host's calls
//! there. A [`Directory`] makes a registry of what all workers announce. `docs/nats.md` has the
//! protocol, and a server's configuration that keeps hosts and workers apart.
//!
//! **What a failure means.** NATS delivers a message at most once, and nobody is told of one that is
//! lost. So a call of a tool that may not be repeated is made in two steps: a worker takes it, and
//! runs it when the host says so. Everything that goes wrong before the host has said so has run
//! nothing, whatever is lost, and the call is made again elsewhere. What goes wrong after it is told
//! by [`CallError::may_have_run`], and the call is never repeated. A tool that says it is
//! [idempotent or read-only](crate::Hints::may_repeat) runs in one step and is repeated.

mod claims;
mod directory;
mod error;
mod message;
mod port;
mod subjects;
mod token;
mod worker;

pub use async_nats;

#[cfg(feature = "nats-claims")]
#[cfg_attr(docsrs, doc(cfg(feature = "nats-claims")))]
pub use self::claims::{Claims, ClaimsError};
pub use self::directory::{
    Directory, DirectoryBuilder, DirectoryError, Listing, Peer, Refused, View,
};
pub use self::error::{CallError, Refusal};
pub use self::port::{Port, PortBuilder, PortError, Reply};
pub use self::token::BadToken;
pub use self::worker::{Worker, WorkerBuilder, WorkerError};

/// The name of the service that workers are in the services API of NATS.
pub const SERVICE: &str = "loopd-tools";

/// The first part of all subjects unless a host says otherwise.
pub const NAMESPACE: &str = "tools";

/// The group of a worker, and of a port without a directory, unless it says otherwise.
pub const GROUP: &str = "default";
