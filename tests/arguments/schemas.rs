//! Tools that answer with the arguments that they were given, as compact JSON.

use loopd_tools::FnTool;
use serde_json::Value;

/// A tool with these parameters.
pub(crate) fn echo(parameters: Value) -> FnTool {
    FnTool::sync(
        "show",
        "Shows its arguments.",
        parameters,
        |arguments, _| arguments.to_string(),
    )
    .expect("a schema that can be checked")
}

/// A tool with one property `x` of this schema.
pub(crate) fn echo_x(x: Value, required: bool) -> FnTool {
    let required: &[&str] = if required { &["x"] } else { &[] };
    echo(serde_json::json!({
        "type": "object",
        "properties": {"x": x},
        "required": required,
        "additionalProperties": false,
    }))
}
