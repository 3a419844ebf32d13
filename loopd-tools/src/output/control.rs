//! What an output says to the host beyond its content.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the host's loop does after a call.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Control {
    /// Give the output to the model and go on.
    #[default]
    Continue,
    /// The work is done: end with this value.
    Stop(Value),
    /// Ask a person this before going on.
    Ask(String),
    /// The work can't be done, for this reason: end.
    GiveUp(String),
}

/// How a person's screen shows an output. The model reads the same in every case.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DisplayHint {
    /// Plain text.
    #[default]
    Text,
    /// A difference between two versions, in the unified form.
    Diff,
    /// JSON.
    Json,
    /// Source code.
    Code,
    /// Markdown.
    Markdown,
    /// Not at all.
    Suppress,
}

/// What becomes of an output when the conversation is trimmed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Retention {
    /// It goes when it is old.
    #[default]
    Normal,
    /// It may go early: the same call gives it again.
    Requery,
    /// It stays as long as it can: nothing gives it again.
    Durable,
}
