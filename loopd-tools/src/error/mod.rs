//! Why a call failed, in words for the model and, apart from them, for the log.

mod convert;
mod kind;

use std::error::Error;
use std::fmt;

use crate::arguments::Problem;

pub use self::kind::ToolErrorKind;

/// The source of an error, for logs alone.
pub(crate) type Source = Box<dyn Error + Send + Sync + 'static>;

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
    advice: Advice,
    retryable: Option<bool>,
    problems: Vec<Problem>,
    source: Option<Source>,
}

/// What a model may do about an error.
#[derive(Debug)]
enum Advice {
    /// What the kind says.
    OfKind,
    Said(String),
    None,
}

impl ToolError {
    /// An error of `kind` whose `message` the model reads.
    pub fn new(kind: ToolErrorKind, message: impl Into<String>) -> Self {
        Self {
            inner: Box::new(Inner {
                kind,
                message: message.into(),
                advice: Advice::OfKind,
                retryable: None,
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

    /// Says what the model may do about it, in place of what the kind says.
    #[must_use]
    pub fn with_advice(mut self, advice: impl Into<String>) -> Self {
        self.inner.advice = Advice::Said(advice.into());
        self
    }

    /// Leaves the model without advice: the message says it all.
    #[must_use]
    pub fn without_advice(mut self) -> Self {
        self.inner.advice = Advice::None;
        self
    }

    /// Says whether the same call may succeed when it is made again, in place of what the kind
    /// says.
    #[must_use]
    pub fn with_retryable(mut self, retryable: bool) -> Self {
        self.inner.retryable = Some(retryable);
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
        match &self.inner.advice {
            Advice::OfKind => Some(self.inner.kind.advice()),
            Advice::Said(advice) => Some(advice),
            Advice::None => None,
        }
    }

    /// Whether the same call may succeed when it is made again, unchanged.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        let of_kind = self.inner.kind.is_retryable();
        self.inner.retryable.unwrap_or(of_kind)
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
