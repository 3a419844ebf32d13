//! The kinds of errors, and what follows from a kind alone.

/// The kind of a [`ToolError`](crate::ToolError).
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

impl ToolErrorKind {
    /// What a model may do about an error of this kind, where the error says nothing better.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::NotFound => "Look up what there is and call again with a name that exists.",
            Self::InvalidInput => "Correct the arguments and call again.",
            Self::Execution => "Do not repeat the same call; change it or take another way.",
            Self::Permission => "Do not try again; do without it or ask the person.",
            Self::FileNotFound => "List the directory to find the right path.",
            Self::Timeout => "Ask for less in one call, or try once more later.",
            Self::Cancelled => "Do not call it again unless you are asked to.",
            Self::Io => "Try once more; if it fails again, take another way.",
            Self::Json => "Check that the data is JSON of the expected shape.",
        }
    }

    /// Whether the same call may succeed when it is made again, where the error says nothing
    /// better.
    #[must_use]
    pub const fn is_retryable(self) -> bool {
        matches!(self, Self::Timeout | Self::Io)
    }
}
