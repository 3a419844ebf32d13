//! The seam between the loop and whatever speaks for the model.

use std::error::Error;
use std::fmt;

use serde_json::value::RawValue;

use super::conversation::{Message, Reply};

/// Answers the requests of one conversation after the other.
pub(crate) trait Model {
    /// What the model says to `messages` when it may call `tools`.
    fn reply(&mut self, messages: &[Message], tools: &RawValue) -> Result<Reply, ModelError>;
}

/// Why there is no reply, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ModelError(String);

impl ModelError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for ModelError {}
