//! What the model reads.

mod canonical;
mod error;
mod tool_schema;

pub use self::canonical::parameters_of;
pub use self::error::SchemaError;
pub use self::tool_schema::ToolSchema;

pub(crate) use self::canonical::{output_of, parameters};
