//! What goes between hosts and workers: headers, and what they say.
//!
//! A payload is JSON or nothing; all else is in headers. What a peer sends is read here and nowhere
//! else: nothing in it panics, and what can't be read is told as that.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_nats::{HeaderMap, HeaderValue, Message, StatusCode};
use bytes::Bytes;

use super::error::Refusal;
use crate::schema::Digest;

/// The host's name for the call, unique among all hosts.
const REQUEST: &str = "Loopd-Request";
/// The host's id of the call, as JSON text.
const CALL: &str = "Loopd-Call";
/// The host's id of the session, as JSON text.
const SESSION: &str = "Loopd-Session";
/// When the host gives up, in milliseconds since 1970 by the host's clock.
const DEADLINE: &str = "Loopd-Deadline";
/// The digest of the schema that the model has read.
const DIGEST: &str = "Loopd-Digest";
/// The worker is to take the call and to wait for `go`.
const HOLD: &str = "Loopd-Hold";
/// The name of the payload in the object store.
const CLAIM: &str = "Loopd-Claim";
/// What a host asks of one worker.
const ASK: &str = "Loopd-Ask";
/// What a worker says.
const REPLY: &str = "Loopd-Reply";
/// The worker's id, or why it refuses.
const OF: &str = "Loopd-Of";
/// Sizes, as `<bytes> <limit>`.
const SIZES: &str = "Loopd-Sizes";

/// Any page of a catalogue.
pub(super) const PAGE: &str = "Loopd-Page";
/// The digest of a catalogue.
pub(super) const CATALOGUE: &str = "Loopd-Catalogue";

/// What a host says of a call, beside its payload.
#[derive(Debug, Clone)]
pub(super) struct CallHead {
    pub(super) request: String,
    pub(super) call: String,
    pub(super) session: String,
    pub(super) deadline: SystemTime,
    pub(super) digest: Option<Digest>,
    pub(super) hold: bool,
    pub(super) claim: Option<String>,
}

impl CallHead {
    pub(super) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(REQUEST, self.request.as_str());
        // As JSON they are one line, whatever is in them.
        headers.insert(CALL, json(&self.call));
        headers.insert(SESSION, json(&self.session));
        let since = self.deadline.duration_since(UNIX_EPOCH);
        let millis = since.unwrap_or_default().as_millis();
        headers.insert(DEADLINE, millis.to_string());
        if let Some(digest) = &self.digest {
            headers.insert(DIGEST, digest.to_string());
        }
        if self.hold {
            headers.insert(HOLD, "1");
        }
        if let Some(claim) = &self.claim {
            headers.insert(CLAIM, one_line(claim));
        }
        headers
    }

    /// None if the headers are none of a call.
    pub(super) fn of(message: &Message) -> Option<Self> {
        let headers = message.headers.as_ref()?;
        let text = |name: &'static str| headers.get(name).map(HeaderValue::as_str);
        let unquoted = |name| serde_json::from_str(text(name)?).ok();
        let millis: u64 = text(DEADLINE)?.parse().ok()?;
        let digest = match text(DIGEST) {
            Some(digest) => Some(digest.parse().ok()?),
            None => None,
        };
        Some(Self {
            request: request(headers)?,
            call: unquoted(CALL)?,
            session: unquoted(SESSION)?,
            deadline: UNIX_EPOCH.checked_add(Duration::from_millis(millis))?,
            digest,
            hold: text(HOLD).is_some(),
            claim: text(CLAIM).map(str::to_owned),
        })
    }
}

/// What a host asks of one worker about one call, or of its tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// Run the call that you have taken.
    Go,
    /// What has become of the call?
    State,
    /// Nobody waits for the call any more.
    Cancel,
    /// A page of your catalogue.
    Tools,
}

impl Ask {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Go, "go"),
        (Self::State, "state"),
        (Self::Cancel, "cancel"),
        (Self::Tools, "tools"),
    ];

    pub(super) fn headers(self, request: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let known = Self::ALL.iter().find(|(ask, _)| *ask == self);
        headers.insert(ASK, known.map_or("state", |(_, word)| word));
        headers.insert(REQUEST, one_line(request));
        headers
    }

    /// What is asked, and of which call.
    pub(super) fn of(message: &Message) -> Option<(Self, String)> {
        let headers = message.headers.as_ref()?;
        let word = headers.get(ASK)?.as_str();
        let (ask, _) = Self::ALL.iter().find(|(_, known)| *known == word)?;
        Some((*ask, request(headers).unwrap_or_default()))
    }
}

/// What a worker, or the server in its place, says of a call.
#[derive(Debug, Clone)]
pub(super) enum Said {
    /// The server: nobody listens there.
    Nobody,
    /// The worker has it. If it is held, it waits for `go`.
    Taken { worker: String },
    /// The worker does not take it, or will never run it.
    Refused(Refusal),
    /// It is held, and `go` has not come.
    Waiting,
    /// It is running.
    Running,
    /// It was held too long: it has not run and never will.
    Expired,
    /// The worker does not know it, any more or at all.
    Unknown,
    /// The response, as JSON text.
    Response(Bytes),
    /// The response, in the object store.
    Claimed(String),
    /// The response is too big for a message.
    TooLarge { bytes: usize, limit: usize },
    /// The worker could not leave the response in the object store.
    Unclaimed,
}

impl Said {
    pub(super) fn message(&self) -> (HeaderMap, Bytes) {
        let mut headers = HeaderMap::new();
        let mut payload = Bytes::new();
        let word = match self {
            Self::Taken { worker } => {
                headers.insert(OF, one_line(worker));
                "taken"
            }
            Self::Refused(refusal) => {
                headers.insert(OF, refusal.word());
                "refused"
            }
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Expired => "expired",
            Self::Nobody | Self::Unknown => "unknown",
            Self::Response(text) => {
                payload = text.clone();
                "response"
            }
            Self::Claimed(name) => {
                headers.insert(CLAIM, one_line(name));
                "response"
            }
            Self::TooLarge { bytes, limit } => {
                headers.insert(SIZES, format!("{bytes} {limit}"));
                "too-large"
            }
            Self::Unclaimed => "unclaimed",
        };
        headers.insert(REPLY, word);
        (headers, payload)
    }

    /// None if the message says nothing of a call.
    pub(super) fn of(message: &Message) -> Option<Self> {
        if message.status == Some(StatusCode::NO_RESPONDERS) {
            return Some(Self::Nobody);
        }
        let headers = message.headers.as_ref()?;
        let text = |name: &'static str| headers.get(name).map(HeaderValue::as_str);
        Some(match text(REPLY)? {
            "taken" => Self::Taken {
                worker: text(OF).filter(|id| super::token::is_token(id))?.to_owned(),
            },
            "refused" => Self::Refused(Refusal::from_word(text(OF)?)?),
            "waiting" => Self::Waiting,
            "running" => Self::Running,
            "expired" => Self::Expired,
            "unknown" => Self::Unknown,
            "response" => match text(CLAIM) {
                Some(name) => Self::Claimed(name.to_owned()),
                None => Self::Response(message.payload.clone()),
            },
            "too-large" => {
                let (bytes, limit) = text(SIZES)?.split_once(' ')?;
                Self::TooLarge {
                    bytes: bytes.parse().ok()?,
                    limit: limit.parse().ok()?,
                }
            }
            "unclaimed" => Self::Unclaimed,
            _ => return None,
        })
    }
}

/// The size of a message on the wire, as the server counts it against its limit.
pub(super) fn wire_len(headers: &HeaderMap, payload: &Bytes) -> usize {
    // `NATS/1.0`, a line for each header, and an empty line.
    let lines = headers.iter().flat_map(|(name, values)| {
        let name: &str = name.as_ref();
        values
            .iter()
            .map(move |value| name.len() + value.as_str().len() + 4)
    });
    12 + lines.sum::<usize>() + payload.len()
}

fn request(headers: &HeaderMap) -> Option<String> {
    let request = headers.get(REQUEST)?.as_str();
    (request.len() <= 128).then(|| request.to_owned())
}

fn json(text: &str) -> String {
    // Writing text as JSON can't fail.
    serde_json::to_string(text).unwrap_or_default()
}

/// A header can't hold a line break; none of ours has one.
fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}
