//! Why a type has no truthful schema.

use thiserror::Error;

/// Why a type has no truthful schema: the tool, the place in its arguments and the way out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("tool `{tool}`: {path}: {message}; {fix}")]
pub struct SchemaError {
    pub(crate) tool: String,
    pub(crate) path: String,
    pub(crate) message: String,
    pub(crate) fix: String,
}
