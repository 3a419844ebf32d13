//! Why a server can't serve.

use std::io;

use thiserror::Error;

/// Why a server can't serve.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The client said something else than the beginning of the protocol.
    #[error("the client does not begin the protocol: {0}")]
    Handshake(String),
    /// The address can't be listened on.
    #[error("{address} can't be listened on")]
    Listen {
        /// The address.
        address: String,
        /// Why not.
        source: io::Error,
    },
    /// Others than this machine reach the address, and what keeps strangers out is missing.
    #[error(
        "{address} is reached from other machines; {missing}, or listen on a loopback address such \
         as 127.0.0.1"
    )]
    Exposed {
        /// The address.
        address: String,
        /// What to do first.
        missing: &'static str,
    },
    /// A task of the server failed.
    #[error("the server's own task failed")]
    Task(#[source] tokio::task::JoinError),
}
