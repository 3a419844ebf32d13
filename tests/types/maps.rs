//! Maps and their keys.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Kind, list};

#[derive(Deserialize, JsonSchema)]
pub struct Maps {
    /// By name.
    counts: BTreeMap<String, u32>,
    lists: HashMap<String, Vec<String>>,
}

#[derive(Deserialize, JsonSchema)]
pub struct FreeObjects {
    free: Map<String, Value>,
    /// Sent along.
    values: BTreeMap<String, Value>,
}

/// The keys of the widest types: a narrower one's width is not in what schemars says.
#[derive(Deserialize, JsonSchema)]
pub struct IntegerKeys {
    /// By line.
    lines: BTreeMap<u64, String>,
    offsets: HashMap<i64, bool>,
}

#[derive(Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
enum Side {
    Left,
    TopRight,
}

#[derive(Deserialize, JsonSchema)]
pub struct WordKeys {
    margins: BTreeMap<Side, f64>,
}

#[derive(Deserialize, JsonSchema)]
struct Entry {
    size: u64,
}

#[derive(Deserialize, JsonSchema)]
pub struct MapOfStructs {
    files: BTreeMap<String, Entry>,
    deep: BTreeMap<String, BTreeMap<String, Entry>>,
}

pub fn kinds() -> Vec<Kind> {
    let mut kinds = list![Maps, FreeObjects, WordKeys, MapOfStructs];
    // A key can have more digits than any integer type.
    kinds.extend(list![IntegerKeys].into_iter().map(Kind::inexact));
    kinds
}
