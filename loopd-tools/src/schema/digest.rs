//! What an approval pins: a changed schema has a changed digest.

use std::fmt;
use std::str::FromStr;

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::ToolSchema;
use super::canonical_json::canonical_json;

/// SHA-256 over canonical JSON (RFC 8785).
///
/// Its text is 64 hexadecimal digits in lower case; [`short`](Self::short) is the first 16 of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest([u8; 32]);

/// The text is not 64 hexadecimal digits in lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a digest is 64 hexadecimal digits in lower case")]
pub struct ParseDigestError(());

impl Digest {
    /// The digest of the canonical form of a value.
    #[must_use]
    pub fn of(value: &Value) -> Self {
        Self(Hash::hash(canonical_json(value).as_bytes()))
    }

    /// The digest of bytes that are the same for everybody.
    #[cfg(feature = "nats")]
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        Self(Hash::hash(bytes))
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first 16 hexadecimal digits, for where it is shown.
    #[must_use]
    pub fn short(&self) -> String {
        let mut text = self.to_string();
        text.truncate(16);
        text
    }
}

impl ToolSchema {
    /// The digest of name, description and parameters, the same in every process and whatever the
    /// features of `serde_json` are. The order of keys does not count.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&self.to_value())
    }

    /// The schema as it is serialised.
    pub(crate) fn to_value(&self) -> Value {
        let Self {
            name,
            description,
            parameters,
        } = self;
        Value::Object(
            [
                ("name".to_owned(), name.as_str().into()),
                ("description".to_owned(), description.as_str().into()),
                ("parameters".to_owned(), parameters.clone()),
            ]
            .into_iter()
            .collect(),
        )
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

impl TryFrom<String> for Digest {
    type Error = ParseDigestError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digit = |byte: &u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let digits: Option<Vec<u8>> = text.as_bytes().iter().map(digit).collect();
        let bytes: Vec<u8> = digits
            .filter(|digits| digits.len() == 64)
            .ok_or(ParseDigestError(()))?
            .chunks_exact(2)
            .map(|pair| pair[0] << 4 | pair[1])
            .collect();
        Ok(Self(bytes.try_into().map_err(|_| ParseDigestError(()))?))
    }
}
