//! What a worker says of itself now and then.

use std::time::Duration;

use async_nats::Message;
use serde::Deserialize;

use crate::nats::SERVICE;
use crate::nats::token::is_token;
use crate::schema::Digest;

/// The form is that of an answer to `PING` in the services API: all values of metadata are text.
#[derive(Deserialize)]
struct Wire {
    name: String,
    id: String,
    metadata: Metadata,
}

#[derive(Deserialize)]
struct Metadata {
    group: String,
    state: String,
    catalogue: Digest,
    pages: String,
    beat_ms: String,
}

pub(super) struct Presence {
    pub(super) id: String,
    pub(super) group: String,
    pub(super) here: bool,
    pub(super) catalogue: Digest,
    pub(super) pages: usize,
    pub(super) beat: Duration,
}

impl Presence {
    /// None if the message is no presence of a worker of the group whose subject it came on: the
    /// server's permissions are for subjects.
    pub(super) fn of(message: &Message) -> Option<Self> {
        let wire: Wire = serde_json::from_slice(&message.payload).ok()?;
        let Metadata {
            group,
            state,
            catalogue,
            pages,
            beat_ms,
        } = wire.metadata;
        let good = wire.name == SERVICE
            && is_token(&wire.id)
            && message.subject.rsplit('.').next() == Some(group.as_str());
        if !good {
            return None;
        }
        let beat: u64 = beat_ms.parse().ok()?;
        Some(Self {
            id: wire.id,
            group,
            here: state == "here",
            catalogue,
            pages: pages.parse().ok()?,
            beat: Duration::from_millis(beat.clamp(10, 60_000)),
        })
    }
}
