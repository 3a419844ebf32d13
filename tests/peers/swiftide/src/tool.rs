use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use swiftide::chat_completion::ToolOutput;
use swiftide::chat_completion::errors::ToolError;
use swiftide::tool;
use swiftide::traits::AgentContext;

/// A unit of length.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    Metre,
    Foot,
    Mile,
}

impl Unit {
    fn metres(self) -> f64 {
        match self {
            Self::Metre => 1.0,
            Self::Foot => 0.3048,
            Self::Mile => 1609.344,
        }
    }
}

/// Converts a length from one unit into another.
///
/// # Arguments
/// - `length`: The length to convert.
/// - `from`: The unit that it is in.
/// - `to`: The unit that is wanted.
/// - `digits`: How many digits stand behind the point, at most 12; 2 unless said.
#[tool]
pub async fn convert_length(
    _context: &dyn AgentContext,
    length: f64,
    from: Unit,
    to: Unit,
    digits: Option<u8>,
) -> Result<ToolOutput, ToolError> {
    let digits = digits.unwrap_or(2);
    if digits > 12 {
        return Ok(ToolOutput::fail("digits must be at most 12"));
    }
    let converted = length * from.metres() / to.metres();
    if converted.is_infinite() {
        return Ok(ToolOutput::fail("the length is too great"));
    }
    Ok(format!("{converted:.*}", digits.into()).into())
}
