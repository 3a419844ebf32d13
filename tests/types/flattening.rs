//! `flatten` of structs, enums and maps.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Kind, list};

#[derive(Deserialize, JsonSchema)]
struct Page {
    /// The first row.
    offset: Option<u32>,
    limit: u32,
}

#[derive(Deserialize, JsonSchema)]
pub struct FlattenedStruct {
    query: String,
    #[serde(flatten)]
    page: Page,
    last: bool,
}

#[derive(Deserialize, JsonSchema)]
pub struct FlattenedMap {
    query: String,
    #[serde(flatten)]
    rest: BTreeMap<String, u32>,
}

#[derive(Deserialize, JsonSchema)]
pub struct FlattenedFree {
    query: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "lowercase")]
enum Selector {
    /// By its number.
    Id {
        id: u64,
    },
    Name {
        name: String,
        exact: Option<bool>,
    },
    All,
}

#[derive(Deserialize, JsonSchema)]
pub struct FlattenedInternal {
    #[serde(flatten)]
    selector: Selector,
    dry_run: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
enum Action {
    Start { at: u32 },
    Stop,
    Say(String),
}

#[derive(Deserialize, JsonSchema)]
pub struct FlattenedExternal {
    id: u8,
    #[serde(flatten)]
    action: Action,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Place {
    Point { x: f64, y: f64 },
    Name { place: String },
}

#[derive(Deserialize, JsonSchema)]
pub struct FlattenedUntagged {
    #[serde(flatten)]
    place: Place,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "unit", content = "amount")]
enum Amount {
    Bytes(u64),
    Lines(u32),
}

#[derive(Deserialize, JsonSchema)]
pub struct FlattenedTwice {
    #[serde(flatten)]
    selector: Selector,
    #[serde(flatten)]
    amount: Amount,
}

#[derive(Deserialize, JsonSchema)]
struct Node {
    label: String,
    #[serde(flatten)]
    selector: Selector,
}

#[derive(Deserialize, JsonSchema)]
pub struct FlattenedBelow {
    nodes: Vec<Node>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type")]
enum Event {
    Moved(Place2),
    Map(BTreeMap<String, u8>),
}

#[derive(Deserialize, JsonSchema)]
struct Place2 {
    x: i32,
    y: i32,
}

#[derive(Deserialize, JsonSchema)]
pub struct TaggedNewtypes {
    event: Event,
}

pub fn kinds() -> Vec<Kind> {
    list![
        FlattenedStruct,
        FlattenedMap,
        FlattenedFree,
        FlattenedInternal,
        FlattenedExternal,
        FlattenedUntagged,
        FlattenedTwice,
        FlattenedBelow,
        TaggedNewtypes,
    ]
}
