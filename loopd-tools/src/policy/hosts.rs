//! What grants hosts.

use super::access::{Access, AccessSource, Asked};
use super::host::{Host, Name};
use super::lists::{self, Lists};

/// What grants a capability whose resources are hosts, each with or without a port: `docs.rs`,
/// `docs.rs:443`, `[::1]:8080`.
///
/// A pattern is a host, with `*.` before it for all hosts below it, or `*` for every host; with a
/// port it fits that port alone. Letters of either case are the same, and a dot at the end is
/// nothing. Addresses fit themselves and `*`. Of several patterns that fit, a deny wins over an
/// allow, and an allow over a gate.
///
/// What is no host is denied: a URL, a name that is not in ASCII (its `xn--` form is), an address
/// in a spelling that only some programs read as one (`0x7f.1`, `127.1`). A requirement without a
/// host means all of them.
#[derive(Debug, Clone, Default)]
pub struct Hosts {
    lists: Lists<Pattern>,
}

impl Hosts {
    /// Nothing is mentioned.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Allows the hosts that fit.
    #[must_use]
    pub fn allow(mut self, pattern: &str) -> Self {
        self.lists.allow.push(Pattern::read(pattern));
        self
    }

    /// Asks a person for the hosts that fit.
    #[must_use]
    pub fn gate(mut self, pattern: &str) -> Self {
        self.lists.gate.push(Pattern::read(pattern));
        self
    }

    /// Denies the hosts that fit.
    #[must_use]
    pub fn deny(mut self, pattern: &str) -> Self {
        self.lists.deny.push(Pattern::read(pattern));
        self
    }
}

impl AccessSource for Hosts {
    fn access(&self, asked: &Asked<'_>) -> Option<Access> {
        let Some(resource) = &asked.requirement.resource else {
            return self.lists.access_to_all();
        };
        let Some(host) = Host::read(resource) else {
            return Some(Access::Deny);
        };
        let fits = |pattern: &Pattern| pattern.fits(&host);
        self.lists.access(fits, fits)
    }

    fn covers(&self, pattern: &str, asked: &Asked<'_>) -> bool {
        let resource = asked.requirement.resource.as_deref();
        let host = resource.and_then(Host::read);
        host.is_some_and(|host| Pattern::read(pattern).fits(&host))
    }

    fn denies(&self, pattern: &str, asked: &Asked<'_>) -> bool {
        let pattern = Pattern::read(pattern);
        let host = asked.requirement.resource.as_deref().and_then(Host::read);
        lists::Pattern::check(&pattern).is_err() || host.is_none_or(|host| pattern.fits(&host))
    }

    fn check(&self) -> Result<(), String> {
        self.lists.check()
    }
}

#[derive(Debug, Clone)]
enum Pattern {
    /// Every host, at every port or this one.
    Every(Option<u16>),
    /// This host, or those below it.
    Host { host: Host, below: bool },
    /// No pattern at all.
    Unreadable(String),
}

impl Pattern {
    fn read(text: &str) -> Self {
        let unreadable = || Self::Unreadable(text.to_owned());
        if let Some(rest) = text.strip_prefix('*').filter(|rest| !rest.starts_with('.')) {
            return super::host::port(rest).map_or_else(unreadable, Self::Every);
        }
        let (text, below) = match text.strip_prefix("*.") {
            Some(text) => (text, true),
            None => (text, false),
        };
        match Host::read(text) {
            // Below an address there is nothing.
            Some(Host {
                name: Name::Address(_),
                ..
            }) if below => unreadable(),
            Some(host) => Self::Host { host, below },
            None => unreadable(),
        }
    }

    fn fits(&self, asked: &Host) -> bool {
        match self {
            Self::Every(port) => port.is_none_or(|port| asked.port == Some(port)),
            Self::Host { host, below } => {
                let name = if *below {
                    host.name.is_above(&asked.name)
                } else {
                    host.name == asked.name
                };
                name && (host.port.is_none() || host.port == asked.port)
            }
            Self::Unreadable(_) => false,
        }
    }
}

impl lists::Pattern for Pattern {
    fn check(&self) -> Result<(), String> {
        match self {
            Self::Unreadable(text) => Err(format!(
                "`{text}` is no pattern of hosts; write a host such as `docs.rs` or `docs.rs:443`, \
                 `*.` before it for all below it, or `*`"
            )),
            _ => Ok(()),
        }
    }

    fn is_every(&self) -> bool {
        matches!(self, Self::Every(None))
    }
}
