//! Importing the tools of other servers.
//!
//! `transport` reaches a server, `keeper` holds the connection and makes a new one when it is lost,
//! `list` asks for the tools, `descriptor` checks each of them, `names` and `catalogue` say what
//! becomes of it in the toolbox, `tool` and `link` call it, `answer` reads what comes back. All
//! that a server says goes through `clean`.

mod answer;
mod catalogue;
mod clean;
mod descriptor;
mod environment;
mod error;
mod handler;
mod imported;
mod keeper;
mod last_words;
mod link;
mod list;
mod names;
mod options;
mod report;
mod session;
mod tool;
mod transport;

pub use self::error::ImportError;
pub use self::imported::{Imported, import};
pub use self::options::{Approval, ImportOptions, Lifecycle, Pins};
pub use self::report::{Held, ImportReport, ImportedTool, Skipped, Unchecked};
pub use self::transport::Transport;
