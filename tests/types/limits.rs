//! schemars' own attributes: limits that the decoder keeps and serde alone does not know.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Kind, list};

#[derive(Deserialize, JsonSchema)]
pub struct Ranges {
    #[schemars(range(min = 1, max = 100))]
    percent: u8,
    #[schemars(range(min = 0.0, max = 1.0))]
    share: f64,
    #[schemars(range(max = 1_000))]
    wider_than_its_type: u8,
}

#[derive(Deserialize, JsonSchema)]
pub struct Lengths {
    #[schemars(length(min = 1, max = 40))]
    name: String,
    #[schemars(length(min = 1))]
    items: Vec<String>,
    #[schemars(length(equal = 2))]
    two: Vec<u8>,
    #[schemars(length(max = 3))]
    few: BTreeMap<String, u8>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Patterns {
    /// A short hash.
    #[schemars(regex(pattern = "^[0-9a-f]{7}$"))]
    hash: String,
    #[schemars(inner(length(min = 1)))]
    words: Vec<String>,
    #[schemars(inner(range(min = 1)))]
    counts: Vec<u8>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Annotated {
    #[schemars(example = &"main")]
    branch: String,
    #[schemars(extend("examples" = [1, 2]))]
    number: u8,
    #[deprecated]
    old: Option<String>,
    #[schemars(title = "The title", description = "And the description.")]
    titled: String,
    #[schemars(required)]
    required: Option<String>,
}

pub fn kinds() -> Vec<Kind> {
    let kinds = list![Ranges, Lengths, Patterns, Annotated];
    kinds.into_iter().map(Kind::narrower).collect()
}
