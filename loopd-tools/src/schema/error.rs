//! Why a type has no truthful schema.

use thiserror::Error;

use super::canonical::node::Fault;

/// Why a type has no truthful schema: the tool, the place in its arguments and the way out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("tool `{tool}`: {path}: {message}; {fix}")]
pub struct SchemaError {
    pub(crate) tool: String,
    pub(crate) path: String,
    pub(crate) message: String,
    pub(crate) fix: String,
}

impl SchemaError {
    pub(crate) fn new(
        tool: &str,
        path: impl Into<String>,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) -> Self {
        Self {
            tool: tool.to_owned(),
            path: path.into(),
            message: message.into(),
            fix: fix.into(),
        }
    }

    pub(super) fn of(tool: &str, fault: Fault) -> Self {
        let Fault { path, message, fix } = fault;
        Self::new(tool, path, message, fix)
    }

    /// The tool, or the type where no tool has a name yet.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The place in the arguments, such as `ranges[].start`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What can't be said.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The one way out.
    #[must_use]
    pub fn fix(&self) -> &str {
        &self.fix
    }
}
