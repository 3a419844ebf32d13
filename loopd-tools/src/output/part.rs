//! The parts of an output, in the forms that the Model Context Protocol has for them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One part of an output.
///
/// The serde form is that of a content block of the Model Context Protocol; for JSON, which has
/// none there, it is `{"type":"json","value":..}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Part {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// JSON; a model reads it as compact text.
    Json {
        /// The value.
        value: Value,
    },
    /// A picture.
    Image(Media),
    /// A sound.
    Audio(Media),
    /// Something that can be read by its address.
    ResourceLink(ResourceLink),
    /// Something that has an address, with its content.
    Resource {
        /// The address and the content.
        resource: Resource,
    },
}

/// A picture or a sound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Media {
    /// The bytes, as base64 with padding (RFC 4648, section 4).
    pub data: String,
    /// The media type, such as `image/png`.
    pub mime_type: String,
}

/// Something that can be read by its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceLink {
    /// The address.
    pub uri: String,
    /// The name.
    pub name: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The media type, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The size in bytes, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
}

/// Something that has an address, with its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    /// The address.
    pub uri: String,
    /// The media type, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The content.
    #[serde(flatten)]
    pub contents: Contents,
}

/// What a [`Resource`] holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contents {
    /// Text.
    Text(String),
    /// Bytes, as base64 with padding (RFC 4648, section 4).
    Blob(String),
}

impl Part {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// JSON.
    pub fn json(value: impl Into<Value>) -> Self {
        Self::Json {
            value: value.into(),
        }
    }

    /// A picture, as base64, of a media type such as `image/png`.
    pub fn image(base64: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::Image(Media {
            data: base64.into(),
            mime_type: mime_type.into(),
        })
    }

    /// A sound, as base64, of a media type such as `audio/wav`.
    pub fn audio(base64: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::Audio(Media {
            data: base64.into(),
            mime_type: mime_type.into(),
        })
    }

    /// A reference by address and name.
    pub fn link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::ResourceLink(ResourceLink {
            uri: uri.into(),
            name: name.into(),
            description: None,
            mime_type: None,
            size: None,
        })
    }

    /// Text that has an address.
    pub fn resource(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Resource {
            resource: Resource {
                uri: uri.into(),
                mime_type: None,
                contents: Contents::Text(text.into()),
            },
        }
    }

    /// What a model reads that takes nothing but text: of what is no text, what and where it is,
    /// in brackets.
    #[must_use]
    pub fn as_text(&self) -> Cow<'_, str> {
        match self {
            Self::Text { text } => text.into(),
            Self::Json { value } => value.to_string().into(),
            Self::Image(Media { mime_type, .. }) => format!("[image {mime_type}]").into(),
            Self::Audio(Media { mime_type, .. }) => format!("[audio {mime_type}]").into(),
            Self::ResourceLink(ResourceLink { uri, name, .. }) => {
                format!("[resource {name}: {uri}]").into()
            }
            Self::Resource { resource } => match &resource.contents {
                Contents::Text(text) => text.into(),
                Contents::Blob(_) => format!("[resource {}]", resource.uri).into(),
            },
        }
    }
}

impl From<String> for Part {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Part {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<Value> for Part {
    fn from(value: Value) -> Self {
        Self::json(value)
    }
}
