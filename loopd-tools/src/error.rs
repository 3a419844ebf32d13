//! Why a call failed, in words for the model and, apart from them, for the log.

use std::error::Error;
use std::fmt;
use std::io;

use crate::arguments::Problem;

/// The source of an error, for logs alone.
pub(crate) type Source = Box<dyn Error + Send + Sync + 'static>;

/// The kind of a [`ToolError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolErrorKind {
    /// What the call names does not exist, a tool or a thing that the tool looks for.
    NotFound,
    /// The arguments do not fit.
    InvalidInput,
    /// The tool ran and failed.
    Execution,
    /// The call is not allowed.
    Permission,
    /// A file that the call names does not exist.
    FileNotFound,
    /// The call took too long.
    Timeout,
    /// The call was called off.
    Cancelled,
    /// Reading or writing failed.
    Io,
    /// JSON could not be read or written.
    Json,
}

/// Why a call failed.
///
/// What the model reads ([`message`](Self::message) and [`advice`](Self::advice), together
/// [`model_text`](Self::model_text) and `Display`) is apart from what the log keeps
/// ([`source`](Error::source)).
#[derive(Debug)]
pub struct ToolError {
    // On the heap, so that a `Result` with it stays small.
    inner: Box<Inner>,
}

#[derive(Debug)]
struct Inner {
    kind: ToolErrorKind,
    message: String,
    advice: Option<String>,
    problems: Vec<Problem>,
    source: Option<Source>,
}

impl ToolError {
    /// An error of `kind` whose `message` the model reads.
    pub fn new(kind: ToolErrorKind, message: impl Into<String>) -> Self {
        Self {
            inner: Box::new(Inner {
                kind,
                message: message.into(),
                advice: None,
                problems: Vec::new(),
                source: None,
            }),
        }
    }

    /// What the call names does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ToolErrorKind::NotFound, message)
    }

    /// The arguments do not fit.
    pub fn invalid_input(message: impl Into<String>) -> Self {
        Self::new(ToolErrorKind::InvalidInput, message)
    }

    /// The call is not allowed.
    pub fn permission(message: impl Into<String>) -> Self {
        Self::new(ToolErrorKind::Permission, message)
    }

    /// A file that the call names does not exist.
    pub fn file_not_found(message: impl Into<String>) -> Self {
        Self::new(ToolErrorKind::FileNotFound, message)
    }

    /// The call took too long.
    pub fn timeout(message: impl Into<String>) -> Self {
        Self::new(ToolErrorKind::Timeout, message)
    }

    /// The call was called off.
    pub fn cancelled(message: impl Into<String>) -> Self {
        Self::new(ToolErrorKind::Cancelled, message)
    }

    /// The tool ran and failed, for the reason that `error` gives. The model reads the error's own
    /// words, without its sources.
    pub fn execution(error: impl Into<Box<dyn Error + Send + Sync + 'static>>) -> Self {
        let error = error.into();
        Self::new(ToolErrorKind::Execution, error.to_string()).with_source(error)
    }

    /// Adds what the model may do about it.
    #[must_use]
    pub fn with_advice(mut self, advice: impl Into<String>) -> Self {
        self.inner.advice = Some(advice.into());
        self
    }

    /// Keeps `source` for the log; the model never reads it.
    #[must_use]
    pub fn with_source(
        mut self,
        source: impl Into<Box<dyn Error + Send + Sync + 'static>>,
    ) -> Self {
        self.inner.source = Some(source.into());
        self
    }

    #[must_use]
    pub(crate) fn with_problems(mut self, problems: Vec<Problem>) -> Self {
        self.inner.problems = problems;
        self
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> ToolErrorKind {
        self.inner.kind
    }

    /// What went wrong, for the model.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.inner.message
    }

    /// What the model may do about it.
    #[must_use]
    pub fn advice(&self) -> Option<&str> {
        self.inner.advice.as_deref()
    }

    /// What does not fit in the arguments, each with its place; empty for all other errors.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.inner.problems
    }

    /// All that the model reads: the message, and the advice on a line of its own.
    #[must_use]
    pub fn model_text(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())?;
        match self.advice() {
            Some(advice) => write!(f, "\n{advice}"),
            None => Ok(()),
        }
    }
}

impl Error for ToolError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.inner.source.as_deref().map(|source| source as _)
    }
}

impl From<io::Error> for ToolError {
    fn from(error: io::Error) -> Self {
        let kind = match error.kind() {
            io::ErrorKind::NotFound => ToolErrorKind::FileNotFound,
            io::ErrorKind::PermissionDenied => ToolErrorKind::Permission,
            io::ErrorKind::TimedOut => ToolErrorKind::Timeout,
            _ => ToolErrorKind::Io,
        };
        // The kind's own words: what a custom error wraps may be secret.
        Self::new(kind, error.kind().to_string()).with_source(error)
    }
}

impl From<serde_json::Error> for ToolError {
    fn from(error: serde_json::Error) -> Self {
        let message = match error.classify() {
            serde_json::error::Category::Io => "reading or writing JSON failed",
            serde_json::error::Category::Syntax => "the text is not JSON",
            serde_json::error::Category::Data => "the JSON has another shape than expected",
            serde_json::error::Category::Eof => "the JSON ends too early",
        };
        Self::new(ToolErrorKind::Json, message).with_source(error)
    }
}

impl From<Box<dyn Error + Send + Sync + 'static>> for ToolError {
    fn from(error: Box<dyn Error + Send + Sync + 'static>) -> Self {
        Self::execution(error)
    }
}
