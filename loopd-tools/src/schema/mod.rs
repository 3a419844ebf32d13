//! What the model reads.

mod annotations;
mod canonical;
mod canonical_json;
mod dialect;
mod digest;
mod error;
mod tool_schema;

pub use self::canonical::parameters_of;
pub use self::dialect::{Dialect, Finding, Loss, Lowered, Severity, Strictness, Usage};
pub use self::digest::{Digest, ParseDigestError};
pub use self::error::SchemaError;
pub use self::tool_schema::ToolSchema;

pub(crate) use self::annotations::says_nothing;
pub(crate) use self::canonical::{
    SIGNED_KEYS, UNSIGNED_KEYS, WIDE, output_of, parameters, parameters_for,
};
pub(crate) use self::dialect::{RenderedTools, check_registry, usage_of};
