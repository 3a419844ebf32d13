//! Tools whose arguments can be wrong in many ways.

use std::collections::BTreeMap;

use loopd_tools::FnTool;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "refused before they are read")]
struct Read {
    #[schemars(length(min = 1))]
    path: String,
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    mode: Option<Mode>,
    ranges: Option<Vec<Range>>,
    #[schemars(length(max = 3))]
    tags: Option<Vec<String>>,
    pair: Option<(u8, String)>,
    counts: Option<BTreeMap<String, u32>>,
    lines: Option<BTreeMap<u64, String>>,
    #[schemars(range(min = 0.0, max = 1.0))]
    share: Option<f64>,
    big: Option<u64>,
    letter: Option<char>,
    #[schemars(regex(pattern = "^[0-9a-f]{7}$"))]
    hash: Option<String>,
    id: Option<uuid::Uuid>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Text,
    Binary,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "refused before they are read")]
struct Range {
    start: u32,
    end: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "refused before they are read")]
struct Draw {
    shape: Shape,
    action: Option<Action>,
    place: Option<Place>,
    event: Option<Event>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[expect(dead_code, reason = "refused before they are read")]
enum Shape {
    Circle { radius: f64 },
    Box { width: f64, height: Option<f64> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "refused before they are read")]
enum Action {
    Stay,
    Move { x: i32, y: i32 },
    Say(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "refused before they are read")]
enum Place {
    Name(String),
    Point { x: f64, y: f64 },
    Index(u32),
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", content = "value", rename_all = "lowercase")]
#[expect(dead_code, reason = "refused before they are read")]
enum Event {
    Text(String),
    Nothing,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "refused before they are read")]
struct Select {
    filter: Filter,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase")]
#[expect(dead_code, reason = "refused before they are read")]
enum Filter {
    Is { field: String, value: String },
    Not { filter: Box<Filter> },
    All { filters: Vec<Filter> },
}

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

fn typed<T: DeserializeOwned + JsonSchema + Send + 'static>() -> FnTool {
    FnTool::typed_sync("tool", "Refuses.", |_: T, _| "taken").unwrap()
}

pub(super) fn read() -> FnTool {
    typed::<Read>()
}

pub(super) fn draw() -> FnTool {
    typed::<Draw>()
}

pub(super) fn filter() -> FnTool {
    typed::<Select>()
}

pub(super) fn nothing() -> FnTool {
    typed::<Nothing>()
}

/// Keywords that no derived schema has.
pub(super) fn foreign() -> FnTool {
    let many: Vec<String> = (1..=20).map(|number| format!("value {number}")).collect();
    let parameters = json!({
        "type": "object",
        "properties": {
            "even": {"type": "integer", "multipleOf": 2},
            "above": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
            "unique": {"type": "array", "uniqueItems": true},
            "has": {"type": "array", "contains": {"type": "string"}, "minContains": 1},
            "one": {"oneOf": [{"type": "integer", "multipleOf": 3}, {"type": "integer", "multipleOf": 5}]},
            "not": {"type": "string", "not": {"const": "never"}},
            "fixed": {"const": 5},
            "card": {"type": "string"},
            "few": {"type": "object", "maxProperties": 2},
            "names": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}},
            "either": {"type": ["string", "integer", "null"]},
            "many": {"type": "string", "enum": many},
        },
        "dependentRequired": {"card": ["even"]},
    });
    FnTool::sync("foreign", "Refuses.", parameters, |_, _| "taken").unwrap()
}
