//! The three things that a model reads of a tool.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the model reads of a tool. Stored in session files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolSchema {
    /// The name that the model calls the tool by.
    pub name: String,
    /// What the tool does, in words.
    pub description: String,
    /// The JSON Schema of the arguments: an object.
    pub parameters: Value,
}
