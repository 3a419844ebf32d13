//! From what schemars says to the canonical form: a list of small transforms.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use super::SchemaError;

/// The schema of a tool's arguments: the canonical form, still with what the decoder alone needs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parameters {
    /// The canonical form with the decoder's extension keys in it.
    annotated: Value,
}

impl Parameters {
    /// The form that the decoder reads.
    pub(crate) fn annotated(&self) -> &Value {
        &self.annotated
    }

    /// The form that the model reads.
    pub(crate) fn into_canonical(self) -> Value {
        self.annotated
    }
}

/// The arguments' schema of the derived tool `tool`.
pub(crate) fn parameters(
    tool: &str,
    schema: fn(&mut SchemaGenerator) -> Schema,
    allow_unknown: bool,
) -> Result<Parameters, SchemaError> {
    let _ = (tool, allow_unknown);
    let mut generator = schemars::generate::SchemaSettings::draft2020_12()
        .with(|settings| settings.inline_subschemas = true)
        .into_generator();
    Ok(Parameters {
        annotated: schema(&mut generator).to_value(),
    })
}

/// The schema of a structured output.
pub(crate) fn output_of<T: JsonSchema>() -> Result<Value, SchemaError> {
    Ok(schemars::schema_for!(T).to_value())
}
