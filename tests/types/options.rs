//! `Option` at any depth.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Kind, list};

#[derive(Deserialize, JsonSchema)]
pub struct Optional {
    /// The most to return.
    limit: Option<u32>,
    name: Option<String>,
    flag: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
pub struct OptionalOfOptional {
    twice: Option<Option<u8>>,
    boxed: Option<Box<String>>,
    unit: Option<()>,
}

#[derive(Deserialize, JsonSchema)]
pub struct OptionalInside {
    items: Vec<Option<String>>,
    values: BTreeMap<String, Option<i64>>,
    pair: (Option<bool>, String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    High,
}

#[derive(Deserialize, JsonSchema)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Deserialize, JsonSchema)]
pub struct OptionalTypes {
    level: Option<Level>,
    /// Where to.
    point: Option<Point>,
    list: Option<Vec<Point>>,
    levels: Vec<Option<Level>>,
    points: Vec<Option<Point>>,
}

/// A new type hides what it holds: the field is required and may be `null`.
#[derive(Deserialize, JsonSchema)]
struct Maybe(Option<String>);

#[derive(Deserialize, JsonSchema)]
pub struct HiddenOptional {
    maybe: Maybe,
}

#[derive(Deserialize, JsonSchema)]
pub struct OptionalAny {
    extra: Option<serde_json::Value>,
}

pub fn kinds() -> Vec<Kind> {
    list![
        Optional,
        OptionalOfOptional,
        OptionalInside,
        OptionalTypes,
        HiddenOptional,
        OptionalAny,
    ]
}
