//! What a real model once said, kept in a file, so that the loop runs without it.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::conversation::{Message, Reply};
use super::epoch::SYSTEM_PROMPT;
use super::model::{Model, ModelError};

/// What a model said, and all that it was told before, so that a replay can tell whether it would
/// still have been told the same.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recording {
    system: String,
    tools: Box<RawValue>,
    replies: Vec<Recorded>,
}

/// One reply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    /// What the person had said.
    prompt: String,
    /// What the tools had answered since then.
    heard: Vec<String>,
    reply: Reply,
}

impl Recording {
    /// A recording for these tools that holds nothing yet.
    pub(crate) fn new(tools: &RawValue) -> Self {
        Self {
            system: SYSTEM_PROMPT.to_owned(),
            tools: tools.to_owned(),
            replies: Vec::new(),
        }
    }

    /// Reads a recording.
    pub(crate) fn from_json(text: &str) -> Result<Self, ModelError> {
        serde_json::from_str(text)
            .map_err(|error| ModelError::new(format!("the recording can't be read: {error}")))
    }

    /// The recording as text for a file, its parts on lines of their own.
    pub(crate) fn to_json(&self) -> Result<String, ModelError> {
        serde_json::to_string_pretty(self)
            .map(|text| text + "\n")
            .map_err(|error| ModelError::new(format!("the recording can't be written: {error}")))
    }
}

/// Writes down what another model says.
pub(crate) struct Recorder<M> {
    model: M,
    recording: Recording,
}

impl<M: Model> Recorder<M> {
    pub(crate) fn new(model: M, recording: Recording) -> Self {
        Self { model, recording }
    }

    pub(crate) fn into_recording(self) -> Recording {
        self.recording
    }
}

impl<M: Model> Model for Recorder<M> {
    fn reply(&mut self, messages: &[Message], tools: &RawValue) -> Result<Reply, ModelError> {
        let reply = self.model.reply(messages, tools)?;
        let (prompt, heard) = since_prompt(messages);
        self.recording.replies.push(Recorded {
            prompt: prompt.to_owned(),
            heard: heard.into_iter().map(str::to_owned).collect(),
            reply: reply.clone(),
        });
        Ok(reply)
    }
}

/// Says again what a recording holds.
pub(crate) struct Replay {
    system: String,
    tools: String,
    replies: std::vec::IntoIter<Recorded>,
}

impl Replay {
    pub(crate) fn new(recording: Recording) -> Self {
        Self {
            system: recording.system,
            tools: compact(&recording.tools),
            replies: recording.replies.into_iter(),
        }
    }
}

impl Model for Replay {
    /// Fails where the model would not have been told what it was told then. What it repeated of
    /// a tool's answer is replaced by the tool's answer of today: only the time differs.
    fn reply(&mut self, messages: &[Message], tools: &RawValue) -> Result<Reply, ModelError> {
        if self.system != SYSTEM_PROMPT || self.tools != compact(tools) {
            return Err(stale("the tools or the system prompt are others now"));
        }
        let (prompt, heard) = since_prompt(messages);
        let Some(recorded) = self.replies.next() else {
            return Err(stale("it holds no more replies"));
        };
        if recorded.prompt != prompt || recorded.heard.len() != heard.len() {
            return Err(stale(&format!("its next reply is not to `{prompt}`")));
        }
        let mut reply = recorded.reply;
        for (then, now) in recorded.heard.iter().zip(heard) {
            if !then.is_empty() {
                reply.words = reply.words.replace(then.as_str(), now);
            }
        }
        Ok(reply)
    }
}

fn stale(why: &str) -> ModelError {
    ModelError::new(format!(
        "the recording does not fit: {why}; record it again with --server URL --record FILE"
    ))
}

/// JSON without white space between its parts: a file has it on many lines.
fn compact(json: &RawValue) -> String {
    let value: Result<serde_json::Value, _> = serde_json::from_str(json.get());
    value.map_or_else(|_| json.get().to_owned(), |value| value.to_string())
}

/// What the person said last, and what the tools have answered since.
fn since_prompt(messages: &[Message]) -> (&str, Vec<&str>) {
    let mut heard = Vec::new();
    for message in messages.iter().rev() {
        match message {
            Message::User { content } => {
                heard.reverse();
                return (content, heard);
            }
            Message::Tool { content, .. } => heard.push(content.as_str()),
            Message::System { .. } | Message::Assistant { .. } => {}
        }
    }
    ("", heard)
}
