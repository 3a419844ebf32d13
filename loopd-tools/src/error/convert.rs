//! What `?` makes of other errors.

use std::error::Error;
use std::io;

use super::{ToolError, ToolErrorKind};

impl From<io::Error> for ToolError {
    fn from(error: io::Error) -> Self {
        let kind = match error.kind() {
            io::ErrorKind::NotFound => ToolErrorKind::FileNotFound,
            io::ErrorKind::PermissionDenied => ToolErrorKind::Permission,
            io::ErrorKind::TimedOut => ToolErrorKind::Timeout,
            _ => ToolErrorKind::Io,
        };
        // The kind's own words: what a custom error wraps may be secret.
        Self::new(kind, error.kind().to_string())
            .with_retryable(passes(error.kind()))
            .with_source(error)
    }
}

/// Whether what caused the error may be gone a moment later.
fn passes(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::HostUnreachable
            | io::ErrorKind::NetworkUnreachable
            | io::ErrorKind::NetworkDown
            | io::ErrorKind::NotConnected
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::WouldBlock
            | io::ErrorKind::TimedOut
            | io::ErrorKind::Interrupted
            | io::ErrorKind::ResourceBusy
            | io::ErrorKind::ExecutableFileBusy
            | io::ErrorKind::UnexpectedEof
    )
}

impl From<serde_json::Error> for ToolError {
    fn from(error: serde_json::Error) -> Self {
        // The category's words: the error's own may quote the data.
        let message = match error.classify() {
            serde_json::error::Category::Io => "reading or writing JSON failed",
            serde_json::error::Category::Syntax => "the text is not JSON",
            serde_json::error::Category::Data => "the JSON has another shape than expected",
            serde_json::error::Category::Eof => "the JSON ends too early",
        };
        Self::new(ToolErrorKind::Json, message).with_source(error)
    }
}

/// An error that this crate knows is what it is; any other is one of [`Execution`].
///
/// [`Execution`]: ToolErrorKind::Execution
impl From<Box<dyn Error + Send + Sync + 'static>> for ToolError {
    fn from(error: Box<dyn Error + Send + Sync + 'static>) -> Self {
        let error = match error.downcast::<Self>() {
            Ok(error) => return *error,
            Err(error) => error,
        };
        let error = match error.downcast::<io::Error>() {
            Ok(error) => return (*error).into(),
            Err(error) => error,
        };
        match error.downcast::<serde_json::Error>() {
            Ok(error) => (*error).into(),
            Err(error) => Self::execution(error),
        }
    }
}

/// The tool ran and failed; the model reads the text.
impl From<String> for ToolError {
    fn from(message: String) -> Self {
        Self::new(ToolErrorKind::Execution, message)
    }
}

/// The tool ran and failed; the model reads the text.
impl From<&str> for ToolError {
    fn from(message: &str) -> Self {
        Self::new(ToolErrorKind::Execution, message)
    }
}

/// As for a boxed error. The model reads the outermost context; what is below it is for logs.
#[cfg(feature = "anyhow")]
#[cfg_attr(docsrs, doc(cfg(feature = "anyhow")))]
impl From<anyhow::Error> for ToolError {
    fn from(error: anyhow::Error) -> Self {
        error
            .reallocate_into_boxed_dyn_error_without_backtrace()
            .into()
    }
}
