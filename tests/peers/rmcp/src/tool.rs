use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
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

#[derive(Deserialize, JsonSchema)]
pub struct ConvertLength {
    /// The length to convert.
    length: f64,
    /// The unit that it is in.
    from: Unit,
    /// The unit that is wanted.
    to: Unit,
    /// How many digits stand behind the point; 2 unless said.
    #[schemars(range(max = 12))]
    digits: Option<u8>,
}

pub struct Lengths;

#[tool_router(server_handler)]
impl Lengths {
    /// Converts a length from one unit into another.
    #[tool]
    fn convert_length(
        &self,
        Parameters(call): Parameters<ConvertLength>,
    ) -> Result<String, String> {
        let digits = call.digits.unwrap_or(2);
        if digits > 12 {
            return Err("digits must be at most 12".into());
        }
        let converted = call.length * call.from.metres() / call.to.metres();
        if converted.is_infinite() {
            return Err("the length is too great".into());
        }
        Ok(format!("{converted:.*}", digits.into()))
    }
}
