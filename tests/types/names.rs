//! serde's names: `rename`, `rename_all`, `alias`, `skip*`, raw identifiers.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Kind, list};

#[derive(Deserialize, JsonSchema)]
pub struct Renamed {
    #[serde(rename = "file-path")]
    path: String,
    #[serde(rename(deserialize = "in", serialize = "out"))]
    direction: String,
    r#type: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CamelCase {
    start_line: u32,
    end_line: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all(deserialize = "SCREAMING-KEBAB-CASE"))]
pub struct KebabCase {
    start_line: u32,
}

#[derive(Deserialize, JsonSchema)]
pub struct Aliased {
    #[serde(alias = "filePath", alias = "file_path")]
    #[schemars(extend("x-loopd-aliases" = ["filePath", "file_path"]))]
    path: String,
}

#[derive(Deserialize, JsonSchema)]
pub struct Skipped {
    kept: String,
    #[serde(skip)]
    skipped: u32,
    #[serde(skip_deserializing)]
    not_read: u32,
    #[serde(skip_serializing)]
    not_written: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    seldom_written: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Denying {
    known: String,
}

/// Properties that are named as keywords are.
#[derive(Deserialize, JsonSchema)]
pub struct Keywords {
    properties: String,
    items: Vec<String>,
    #[serde(rename = "$ref")]
    reference: String,
    required: bool,
    #[serde(rename = "anyOf")]
    any_of: Option<String>,
    title: Option<String>,
    #[serde(rename = "enum")]
    choice: u8,
}

pub fn kinds() -> Vec<Kind> {
    list![
        Renamed, CamelCase, KebabCase, Aliased, Skipped, Denying, Keywords
    ]
}
