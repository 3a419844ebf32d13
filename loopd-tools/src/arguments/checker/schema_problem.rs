//! What of a schema can't be checked.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::schema::SchemaError;

/// Something in a schema that can't be checked: arguments that break it are not refused for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemaProblem {
    pub(super) pointer: String,
    pub(super) message: String,
}

impl SchemaProblem {
    /// The subschema or keyword, as a JSON Pointer (RFC 6901); empty for the whole.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What can't be checked.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// A problem of the schema as a whole.
    #[cfg(feature = "jsonschema")]
    pub(crate) fn of_whole(message: String) -> Self {
        Self {
            pointer: String::new(),
            message,
        }
    }

    /// The same as the error of a tool whose schema has to be checked as a whole.
    pub(crate) fn into_error(self, tool: &str) -> SchemaError {
        let fix = "leave it out, or register the tool with `FnTool::foreign`";
        SchemaError::new(tool, self.pointer, self.message, fix)
    }
}

impl fmt::Display for SchemaProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => f.write_str(&self.message),
            pointer => write!(f, "{pointer}: {}", self.message),
        }
    }
}
