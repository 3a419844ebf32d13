//! A host in its one form.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A host, perhaps at a port, in its one form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Host {
    pub(super) name: Name,
    pub(super) port: Option<u16>,
}

/// The name of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Name {
    /// In small letters, without a dot at the end.
    Domain(String),
    Address(IpAddr),
}

impl Host {
    /// Reads `name`, `name:port`, `address`, `[address]` or `[address]:port`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (name, rest) = if let Some(inside) = text.strip_prefix('[') {
            let (address, rest) = inside.split_once(']')?;
            (Name::from_v6(address.parse().ok()?), rest)
        } else if let Ok(address) = text.parse() {
            (Name::from_v6(address), "")
        } else {
            let (name, rest) = text.split_at(text.find(':').unwrap_or(text.len()));
            (Name::read(name)?, rest)
        };
        let port = port(rest)?;
        Some(Self { name, port })
    }
}

/// What stands behind a host: nothing, or `:` and a port. None if it is something else.
#[expect(clippy::option_option, reason = "no port, a port, or neither")]
pub(super) fn port(rest: &str) -> Option<Option<u16>> {
    if rest.is_empty() {
        return Some(None);
    }
    let digits = rest.strip_prefix(':')?;
    // Rust reads a sign, too.
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain).map(Some)
}

impl Name {
    /// An IPv4 address in the form of an IPv6 one is the IPv4 address.
    fn from_v6(address: Ipv6Addr) -> Self {
        Self::Address(IpAddr::V6(address).to_canonical())
    }

    fn read(text: &str) -> Option<Self> {
        let name = text.strip_suffix('.').unwrap_or(text);
        if let Ok(address) = name.parse::<Ipv4Addr>() {
            return Some(Self::Address(address.into()));
        }
        if name.len() > 253 || !name.split('.').all(is_label) || ends_in_a_number(name) {
            return None;
        }
        Some(Self::Domain(name.to_ascii_lowercase()))
    }

    /// Whether `other` is below this name.
    pub(super) fn is_above(&self, other: &Self) -> bool {
        let (Self::Domain(name), Self::Domain(other)) = (self, other) else {
            return false;
        };
        let before = other.strip_suffix(name.as_str());
        before.is_some_and(|before| before.ends_with('.'))
    }
}

fn is_label(label: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=63).contains(&label.len()) && label.bytes().all(plain)
}

/// Whether programs that follow the URL standard read the host as an IPv4 address: "ends in a
/// number", <https://url.spec.whatwg.org/#ends-in-a-number-checker>.
fn ends_in_a_number(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    match last.strip_prefix("0x").or_else(|| last.strip_prefix("0X")) {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => last.bytes().all(|byte| byte.is_ascii_digit()),
    }
}
