//! Where clients come in over HTTP, and who may.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;

use super::authority::Authority;

/// How many bytes the body of a request may have: 4 MiB.
const BODY: usize = 4 * 1024 * 1024;

/// How many clients may be connected at once.
const CONNECTIONS: usize = 256;

/// Where clients come in over HTTP, and who may.
///
/// Unless something else is said: `http://127.0.0.1:<any free port>/mcp`, for requests whose `Host`
/// and `Origin` are this machine's, 4 MiB a request, 100 requests a second from one address, 256
/// connections.
#[derive(Clone)]
#[must_use]
pub struct HttpOptions {
    pub(super) address: SocketAddr,
    pub(super) path: String,
    pub(super) hosts: Vec<String>,
    pub(super) origins: Option<Vec<String>>,
    pub(super) authority: Option<Authority>,
    pub(super) body: usize,
    pub(super) rate: Option<Rate>,
    pub(super) connections: usize,
}

/// How often one address may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub(super) per_second: NonZeroU32,
    pub(super) burst: NonZeroU32,
}

impl Rate {
    /// `per_second` requests a second for as long as one likes, and `burst` at once.
    #[must_use]
    pub const fn new(per_second: NonZeroU32, burst: NonZeroU32) -> Self {
        Self { per_second, burst }
    }
}

impl HttpOptions {
    /// The options that the type describes.
    pub fn new() -> Self {
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            path: "/mcp".to_owned(),
            hosts: Vec::new(),
            origins: None,
            authority: None,
            body: BODY,
            rate: Some(Rate::new(
                NonZeroU32::MIN.saturating_add(99),
                NonZeroU32::MIN.saturating_add(199),
            )),
            connections: CONNECTIONS,
        }
    }

    /// Sets the address to listen on. One that other machines reach is taken only with
    /// [`with_hosts`](Self::with_hosts) and with somebody who says who may come in:
    /// [`with_token`](Self::with_token) or [`with_authority`](Self::with_authority).
    pub fn with_address(mut self, address: impl Into<SocketAddr>) -> Self {
        self.address = address.into();
        self
    }

    /// Sets the path, `/mcp` unless said otherwise.
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Names the hosts that clients may ask for, such as `tools.example.com` or
    /// `tools.example.com:8080`, in place of this machine's own names. What a request says in
    /// `Host` must be one of them: a web page that has its name lead here is refused.
    pub fn with_hosts<H: Into<String>>(mut self, hosts: impl IntoIterator<Item = H>) -> Self {
        self.hosts = hosts.into_iter().map(Into::into).collect();
        self
    }

    /// Names the web pages that may ask, such as `https://app.example.com:443` or
    /// `http://localhost:*`, in place of those of this machine. Requests that no page makes have
    /// no `Origin` and are not concerned.
    pub fn with_origins<O: Into<String>>(mut self, origins: impl IntoIterator<Item = O>) -> Self {
        self.origins = Some(origins.into_iter().map(Into::into).collect());
        self
    }

    /// Lets those in who show this token (`Authorization: Bearer ..`) and nobody else.
    pub fn with_token(mut self, token: impl AsRef<str>) -> Self {
        self.authority = Some(Authority::token(token.as_ref()));
        self
    }

    /// Lets those in whose token `may_enter` takes and nobody else. It is called for each request,
    /// and should be quick.
    pub fn with_authority(
        mut self,
        may_enter: impl Fn(&str) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.authority = Some(Authority::hook(Arc::new(may_enter)));
        self
    }

    /// Bounds how many bytes the body of a request may have.
    pub fn with_max_body(mut self, bytes: usize) -> Self {
        self.body = bytes;
        self
    }

    /// Bounds how often one address may ask; none is as often as it likes.
    pub fn with_rate(mut self, rate: impl Into<Option<Rate>>) -> Self {
        self.rate = rate.into();
        self
    }

    /// Bounds how many clients may be connected at once; more wait.
    pub fn with_max_connections(mut self, connections: usize) -> Self {
        self.connections = connections;
        self
    }

    /// What is missing before other machines may reach the server.
    pub(super) fn missing(&self) -> Option<&'static str> {
        if self.address.ip().is_loopback() {
            None
        } else if self.hosts.is_empty() {
            Some("name the hosts that clients ask for (`HttpOptions::with_hosts`)")
        } else if self.authority.is_none() {
            Some("say who may come in (`HttpOptions::with_token` or `with_authority`)")
        } else {
            None
        }
    }
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for HttpOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpOptions")
            .field("address", &self.address)
            .field("path", &self.path)
            .field("hosts", &self.hosts)
            .field("origins", &self.origins)
            .finish_non_exhaustive()
    }
}
