//! Types whose deserializers are stricter than what schemars says of them: those of the standard
//! library refuse unknown keys even where the tool allows them, and times that can't be held are
//! refused.

use serde_json::{Value, json};

use super::node::{self, Node};

/// Objects whose deserializers refuse unknown keys, by their properties.
const CLOSED: [&[&str]; 7] = [
    &["secs", "nanos"],
    &["secs_since_epoch", "nanos_since_epoch"],
    &["start", "end"],
    &["Included"],
    &["Excluded"],
    &["Ok"],
    &["Err"],
];
/// The other system's form of an `OsString`.
const FOREIGN: &str = if cfg!(windows) { "Unix" } else { "Windows" };
const NANOSECONDS: u32 = 1_000_000_000;

/// The seconds that chrono's `TimeDelta` holds whatever the nanoseconds are: it counts milliseconds
/// in 64 bits.
const TIME_DELTA_SECONDS: i64 = i64::MAX / 1_000 - 1;

pub(super) fn apply(node: &mut Node) {
    if let Some(Value::Array(places)) = node.get_mut("prefixItems") {
        time_delta(places);
    }
    if let Some(Value::Array(branches)) = node.get_mut("oneOf")
        && branches
            .iter()
            .map(only_property)
            .eq([Some("Unix"), Some("Windows")])
    {
        branches.retain(|branch| only_property(branch) != Some(FOREIGN));
    }
    if !is_std(node) {
        return;
    }
    node.entry("additionalProperties")
        .or_insert(Value::Bool(false));
    let Some(Value::Object(properties)) = node.get_mut("properties") else {
        return;
    };
    // A carry from the nanoseconds could leave the range of the seconds.
    limit(properties, "nanos", (NANOSECONDS - 1).into());
    limit(properties, "nanos_since_epoch", (NANOSECONDS - 1).into());
    limit(properties, "secs_since_epoch", i64::MAX.into());
}

/// Whether schemars' own code wrote this: all required, no field documented, and the integer formats
/// or equal ends that its types have.
fn is_std(node: &Node) -> bool {
    let Some(Value::Object(properties)) = node.get("properties") else {
        return false;
    };
    let names: Vec<&str> = properties.keys().map(String::as_str).collect();
    let documented = |schema: &Value| schema.get("description").is_some();
    if !CLOSED.contains(&names.as_slice())
        || node::required(node) != names
        || properties.values().any(documented)
    {
        return false;
    }
    let formats: Vec<Option<&str>> = properties
        .values()
        .map(|schema| schema.get("format").and_then(Value::as_str))
        .collect();
    match names.as_slice() {
        ["start", end] => properties["start"] == properties[*end],
        [_, _] => formats == [Some("uint64"), Some("uint32")],
        _ => true,
    }
}

fn time_delta(places: &mut [Value]) {
    let nanoseconds = json!({"type": "integer", "minimum": 0, "exclusiveMaximum": NANOSECONDS});
    if let [Value::Object(seconds), second] = places
        && *second == nanoseconds
        && seconds.get("format").and_then(Value::as_str) == Some("int64")
    {
        seconds.insert("minimum".to_owned(), (-TIME_DELTA_SECONDS).into());
        seconds.insert("maximum".to_owned(), TIME_DELTA_SECONDS.into());
    }
}

fn limit(properties: &mut Node, name: &str, maximum: Value) {
    if let Some(Value::Object(property)) = properties.get_mut(name) {
        property.insert("maximum".to_owned(), maximum);
    }
}

fn only_property(branch: &Value) -> Option<&str> {
    let properties = branch.get("properties")?.as_object()?;
    match properties.len() {
        1 => properties.keys().next().map(String::as_str),
        _ => None,
    }
}
