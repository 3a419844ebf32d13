//! Tools beyond this process, by the Model Context Protocol (feature `mcp`).
//!
//! A [`Server`] serves the tools of any [`Broker`](crate::Broker) on standard input and output and,
//! with the feature `mcp-http`, over streamable HTTP. [`import`] brings the tools of another server
//! into a [`Toolbox`](crate::Toolbox). `docs/mcp.md` shows both directions.
//!
//! The protocol itself is spoken by the official SDK; none of its types is in a signature here.

mod client;
mod server;

/// The key of `_meta` under which a tool's own description and parameters travel, where the
/// protocol's dialect says them otherwise: see `docs/mcp.md`.
const OWN_SCHEMA: &str = "loopd-tools/schema";

pub use self::client::{
    Approval, Held, ImportError, ImportOptions, ImportReport, Imported, ImportedTool, Lifecycle,
    Pins, Skipped, Transport, Unchecked, import,
};
pub use self::server::{Caller, LogLevel, ServeError, Server};
#[cfg(feature = "mcp-http")]
#[cfg_attr(docsrs, doc(cfg(feature = "mcp-http")))]
pub use self::server::{HttpOptions, HttpServer, Rate};
