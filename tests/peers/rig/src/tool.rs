use rig_core::rig_tool;
use rig_core::tool::ToolExecutionError;
use schemars::JsonSchema;
use serde::Deserialize;

/// A unit of length.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
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
#[rig_tool]
pub fn convert_length(
    /// The length to convert.
    length: f64,
    /// The unit that it is in.
    from: Unit,
    /// The unit that is wanted.
    to: Unit,
    /// How many digits stand behind the point, at most 12; 2 unless said.
    digits: Option<u8>,
) -> Result<String, ToolExecutionError> {
    let digits = digits.unwrap_or(2);
    if digits > 12 {
        return Err(ToolExecutionError::invalid_args(
            "digits must be at most 12",
        ));
    }
    let converted = length * from.metres() / to.metres();
    if converted.is_infinite() {
        return Err(ToolExecutionError::other("the length is too great"));
    }
    Ok(format!("{converted:.*}", digits.into()))
}
