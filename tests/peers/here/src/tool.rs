use loopd_tools::{JsonSchema, ToolError, tool};
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
#[tool]
pub fn convert_length(
    /// The length to convert.
    length: f64,
    /// The unit that it is in.
    from: Unit,
    /// The unit that is wanted.
    to: Unit,
    /// How many digits stand behind the point; 2 unless said.
    #[schemars(range(max = 12))]
    digits: Option<u8>,
) -> Result<String, ToolError> {
    let converted = length * from.metres() / to.metres();
    if converted.is_infinite() {
        return Err("the length is too great".into());
    }
    Ok(format!("{converted:.*}", digits.unwrap_or(2).into()))
}
