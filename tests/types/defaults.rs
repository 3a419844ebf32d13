//! `default`, `from`, `try_from`, `with` and `deserialize_with`.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Kind, list};

fn ten() -> u32 {
    10
}

#[derive(Deserialize, JsonSchema)]
pub struct Defaults {
    #[serde(default)]
    zero: u32,
    #[serde(default = "ten")]
    ten: u32,
    #[serde(default)]
    text: String,
    #[serde(default)]
    list: Vec<String>,
    #[serde(default)]
    maybe: Option<u8>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Settings {
    name: Option<String>,
    level: u8,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct ContainerDefault {
    ratio: f32,
    steps: u8,
    nested: Settings,
}

impl Default for ContainerDefault {
    fn default() -> Self {
        Self {
            ratio: 0.1,
            steps: 3,
            nested: Settings {
                name: None,
                level: 1,
            },
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(from = "String")]
struct Upper(String);

impl From<String> for Upper {
    fn from(text: String) -> Self {
        Self(text.to_uppercase())
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "u8")]
struct Any8(u8);

impl TryFrom<u8> for Any8 {
    type Error = std::convert::Infallible;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Ok(Self(number))
    }
}

#[derive(Deserialize, JsonSchema)]
pub struct Converted {
    /// Read as upper case.
    upper: Upper,
    any: Any8,
}

fn doubled<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    u32::deserialize(deserializer).map(|number| u64::from(number) * 2)
}

mod as_text {
    use serde::{Deserialize, Deserializer};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<usize, D::Error> {
        String::deserialize(deserializer).map(|text| text.len())
    }
}

#[derive(Deserialize, JsonSchema)]
pub struct With {
    #[serde(deserialize_with = "doubled")]
    #[schemars(with = "u32")]
    doubled: u64,
    #[serde(with = "as_text")]
    #[schemars(with = "String")]
    length: usize,
}

pub fn kinds() -> Vec<Kind> {
    list![Defaults, ContainerDefault, Converted, With]
}
