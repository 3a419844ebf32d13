//! Why nothing can be imported.

use thiserror::Error;

/// Why nothing can be imported: as long as there is a list at all, what is wrong with single tools
/// is told by the [`report`](super::Imported::report).
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The prefix is no beginning of a name that every consumer takes.
    #[error("the prefix {prefix:?} can't begin the name of a tool: {reason}")]
    Prefix {
        /// The prefix.
        prefix: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The server can't be reached, or does not speak the protocol.
    #[error("{server} can't be reached: {reason}")]
    Connect {
        /// The server.
        server: String,
        /// Why not.
        reason: String,
    },
    /// The server does not tell its tools.
    #[error("{server} does not tell its tools: {reason}")]
    List {
        /// The server.
        server: String,
        /// Why not.
        reason: String,
    },
}
