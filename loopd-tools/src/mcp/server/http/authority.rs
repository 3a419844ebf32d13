//! Who may come in.

use std::sync::Arc;

use hmac_sha256::Hash;
use http::HeaderMap;
use http::header::AUTHORIZATION;

/// Says of a token whether who shows it may come in.
#[derive(Clone)]
pub(super) enum Authority {
    /// SHA-256 of the one token that may.
    Token([u8; 32]),
    Hook(Arc<dyn Fn(&str) -> bool + Send + Sync>),
}

impl Authority {
    pub(super) fn token(token: &str) -> Self {
        Self::Token(Hash::hash(token.as_bytes()))
    }

    pub(super) fn hook(hook: Arc<dyn Fn(&str) -> bool + Send + Sync>) -> Self {
        Self::Hook(hook)
    }

    /// Whether a request with these headers may come in.
    pub(super) fn admits(&self, headers: &HeaderMap) -> bool {
        bearer(headers).is_some_and(|token| match self {
            Self::Token(wanted) => same(wanted, &Hash::hash(token.as_bytes())),
            Self::Hook(hook) => hook(token),
        })
    }
}

/// The token in `Authorization`, by RFC 6750; none if there is more than one header.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (value, None) = (values.next()?, values.next()) else {
        return None;
    };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Compares digests in a time that does not tell how much of them is the same.
fn same(one: &[u8; 32], other: &[u8; 32]) -> bool {
    let pairs = one.iter().zip(other);
    pairs.fold(0, |differing, (one, other)| differing | (one ^ other)) == 0
}
