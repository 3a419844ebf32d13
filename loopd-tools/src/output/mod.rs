//! What a call gives: for the model, for the host's loop and for a person's screen.

mod control;
mod into_output;
mod into_result;
mod part;

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use self::control::{Control, DisplayHint, Retention};
pub use self::into_output::{IntoOutput, Json};
pub use self::into_result::IntoResult;
pub use self::part::{Contents, Media, Part, Resource, ResourceLink};

/// What a call gives.
///
/// The model reads its content: text, structured JSON, or several parts. The rest is for the host.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolOutput {
    content: Content,
    /// None is [`Control::Continue`].
    control: Option<Box<Control>>,
    display: Option<DisplayHint>,
    retention: Retention,
    pinned: bool,
    is_error: bool,
}

/// Nothing but text is held without a box: an output that is text costs its text alone.
#[derive(Debug, Clone, PartialEq)]
enum Content {
    Text(String),
    Structured(Box<Value>),
    /// Never a single text or JSON.
    Parts(Box<[Part]>),
}

impl ToolOutput {
    /// Text, kept as it is.
    pub fn text(text: impl Into<String>) -> Self {
        Self::from_content(Content::Text(text.into()))
    }

    /// Structured JSON; the model reads it as compact text.
    #[must_use]
    pub fn structured(value: Value) -> Self {
        Self::from_content(Content::Structured(Box::new(value)))
    }

    /// Parts, in their order. One that stands alone is what it is: text is text and JSON is
    /// structured.
    pub fn from_parts<P: Into<Part>>(parts: impl IntoIterator<Item = P>) -> Self {
        Self::from_content(Content::of(parts.into_iter().map(Into::into).collect()))
    }

    /// Text that tells the model of a failure.
    pub fn error(text: impl Into<String>) -> Self {
        Self::text(text).with_is_error(true)
    }

    fn from_content(content: Content) -> Self {
        Self {
            content,
            control: None,
            display: None,
            retention: Retention::Normal,
            pinned: false,
            is_error: false,
        }
    }

    /// Adds a part behind what is there.
    #[must_use]
    pub fn with_part(mut self, part: impl Into<Part>) -> Self {
        let mut parts = self.content.into_parts();
        parts.push(part.into());
        self.content = Content::of(parts);
        self
    }

    /// Puts this text in place of the content and keeps the rest: for whoever shortens an output.
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.content = Content::Text(text.into());
        self
    }

    /// Says whether the output tells of a failure.
    #[must_use]
    pub fn with_is_error(mut self, is_error: bool) -> Self {
        self.is_error = is_error;
        self
    }

    /// Says how a person's screen shows the output.
    #[must_use]
    pub fn with_display(mut self, display: DisplayHint) -> Self {
        self.display = Some(display);
        self
    }

    /// Says what becomes of the output when the conversation is trimmed.
    #[must_use]
    pub fn with_retention(mut self, retention: Retention) -> Self {
        self.retention = retention;
        self
    }

    /// Says whether the output is never trimmed from the conversation.
    #[must_use]
    pub fn with_pinned(mut self, pinned: bool) -> Self {
        self.pinned = pinned;
        self
    }

    /// Says what the host's loop does next.
    #[must_use]
    pub fn with_control(mut self, control: Control) -> Self {
        self.control = (control != Control::Continue).then(|| Box::new(control));
        self
    }

    /// Whether the output tells of a failure.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// How a person's screen shows the output: where nothing is said, structured output as JSON
    /// and all other as text.
    #[must_use]
    pub fn display(&self) -> DisplayHint {
        self.display.unwrap_or(match self.content {
            Content::Structured(_) => DisplayHint::Json,
            Content::Text(_) | Content::Parts(_) => DisplayHint::Text,
        })
    }

    /// What becomes of the output when the conversation is trimmed.
    #[must_use]
    pub fn retention(&self) -> Retention {
        self.retention
    }

    /// Whether the output is never trimmed from the conversation. A tool whose every output is
    /// pinned says so in its [definition](crate::Definition::pinned).
    #[must_use]
    pub fn pinned(&self) -> bool {
        self.pinned
    }

    /// What the host's loop does next.
    #[must_use]
    pub fn control(&self) -> &Control {
        static CONTINUE: Control = Control::Continue;
        self.control.as_deref().unwrap_or(&CONTINUE)
    }

    /// What the model reads: the text, JSON as compact text, or the parts
    /// [as text](Part::as_text), joined by one line break.
    #[must_use]
    pub fn text_content(&self) -> Cow<'_, str> {
        match &self.content {
            Content::Text(text) => Cow::Borrowed(text),
            Content::Structured(value) => Cow::Owned(value.to_string()),
            Content::Parts(parts) => {
                let texts: Vec<_> = parts.iter().map(Part::as_text).collect();
                Cow::Owned(texts.join("\n"))
            }
        }
    }

    /// What the model reads, without a copy where the output is text.
    #[must_use]
    pub fn into_text(self) -> String {
        match self.content {
            Content::Text(text) => text,
            Content::Structured(_) | Content::Parts(_) => self.text_content().into_owned(),
        }
    }

    /// The content as parts: one of them for text and for structured output.
    #[must_use]
    pub fn into_parts(self) -> Vec<Part> {
        self.content.into_parts()
    }

    /// The output as JSON: structured output itself, or text that is JSON; none for other text
    /// and for parts.
    #[must_use]
    pub fn structured_value(&self) -> Option<Value> {
        match &self.content {
            Content::Text(text) => serde_json::from_str(text).ok(),
            Content::Structured(value) => Some((**value).clone()),
            Content::Parts(_) => None,
        }
    }

    /// The output as a type of the host's; none if it is not JSON of that shape.
    #[must_use]
    pub fn structured_as<T: DeserializeOwned>(&self) -> Option<T> {
        match &self.content {
            // Straight from the text: a detour through a value would round big numbers.
            Content::Text(text) => serde_json::from_str(text).ok(),
            Content::Structured(value) => T::deserialize(&**value).ok(),
            Content::Parts(_) => None,
        }
    }
}

impl Content {
    /// One part that stands alone is what it is.
    fn of(mut parts: Vec<Part>) -> Self {
        match parts.pop() {
            Some(Part::Text { text }) if parts.is_empty() => Self::Text(text),
            Some(Part::Json { value }) if parts.is_empty() => Self::Structured(Box::new(value)),
            Some(last) => {
                parts.push(last);
                Self::Parts(parts.into_boxed_slice())
            }
            None => Self::Parts(Box::default()),
        }
    }

    fn into_parts(self) -> Vec<Part> {
        match self {
            Self::Text(text) => vec![Part::Text { text }],
            Self::Structured(value) => vec![Part::Json { value: *value }],
            Self::Parts(parts) => parts.into_vec(),
        }
    }
}

impl From<String> for ToolOutput {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for ToolOutput {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<Value> for ToolOutput {
    fn from(value: Value) -> Self {
        Self::structured(value)
    }
}
