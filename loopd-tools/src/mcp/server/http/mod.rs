//! Clients over streamable HTTP.

mod authority;
mod options;
mod rate;
mod requests;
mod server;

pub use self::options::{HttpOptions, Rate};
pub use self::server::HttpServer;
