//! Values of a canonical schema, and values near to them.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::Union;
use serde_json::{Map, Number, Value, json};

/// Values that a canonical schema allows.
pub fn allowed(schema: &Value) -> BoxedStrategy<Value> {
    of(schema, schema, 4)
}

fn of(node: &Value, root: &Value, depth: u32) -> BoxedStrategy<Value> {
    if let Some(reference) = node["$ref"].as_str() {
        let target = root.pointer(&reference[1..]).expect("a definition");
        return of(target, root, depth.saturating_sub(1));
    }
    if let Some(values) = node["enum"].as_array() {
        return select(values.clone()).boxed();
    }
    // A root that is a union has the same branches beside its merged properties.
    if let Some(branches) = node["anyOf"].as_array() {
        // Where it gets deep, only the branches that end.
        let ends = |branch: &&Value| depth > 0 || !branch.to_string().contains("$ref");
        let some: Vec<_> = branches
            .iter()
            .filter(ends)
            .map(|branch| of(branch, root, depth))
            .collect();
        return Union::new(some).boxed();
    }
    let types: Vec<&str> = match &node["type"] {
        Value::String(one) => vec![one],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => return any_value().boxed(),
    };
    Union::new(
        types
            .into_iter()
            .map(|name| of_type(name, node, root, depth)),
    )
    .boxed()
}

fn of_type(name: &str, node: &Value, root: &Value, depth: u32) -> BoxedStrategy<Value> {
    match name {
        "null" => Just(Value::Null).boxed(),
        "boolean" => any::<bool>().prop_map(Value::from).boxed(),
        "integer" => integers(node),
        "number" => numbers(node),
        "string" => strings(node),
        "array" => arrays(node, root, depth),
        "object" => objects(node, root, depth),
        other => panic!("unknown type {other}"),
    }
}

fn bound(node: &Value, key: &str) -> Option<i128> {
    let number = node[key].as_number()?;
    let whole = number
        .as_i64()
        .map(i128::from)
        .or(number.as_u64().map(i128::from));
    // The ends of 128 bits come as doubles; a `Value` holds 64.
    whole.or_else(|| {
        number
            .as_f64()
            .filter(|double| double.fract() == 0.0)
            .map(|double| double as i128)
    })
}

fn integers(node: &Value) -> BoxedStrategy<Value> {
    let least = bound(node, "minimum")
        .or(bound(node, "exclusiveMinimum").map(|end| end + 1))
        .unwrap_or(i128::from(i64::MIN))
        .max(i128::from(i64::MIN));
    let greatest = bound(node, "maximum")
        .or(bound(node, "exclusiveMaximum").map(|end| end - 1))
        .unwrap_or(i128::from(u64::MAX))
        .min(i128::from(u64::MAX));
    let small = least.max(-3)..=greatest.min(3).max(least.max(-3));
    prop_oneof![Just(least), Just(greatest), small, least..=greatest,]
        .prop_map(move |number| integer(number.clamp(least, greatest)))
        .boxed()
}

fn integer(number: i128) -> Value {
    match (i64::try_from(number), u64::try_from(number)) {
        (Ok(number), _) => number.into(),
        (_, Ok(number)) => number.into(),
        _ => panic!("{number} has more than 64 bits"),
    }
}

fn numbers(node: &Value) -> BoxedStrategy<Value> {
    let least = node["minimum"].as_f64().unwrap_or(-1e9);
    let greatest = node["maximum"].as_f64().unwrap_or(1e9);
    let whole = (-9_i64..9).prop_filter("in range", move |number| {
        (least..=greatest).contains(&(*number as f64))
    });
    prop_oneof![
        (least..=greatest).prop_map(|number| json!(number)),
        whole.prop_map(Value::from),
    ]
    .boxed()
}

/// Texts of a format, as the types of this folder that have one read them.
fn of_format(format: &str) -> &'static [&'static str] {
    match format {
        "date-time" => &["2026-03-01T14:30:00Z", "1999-12-31T23:59:59.5+01:00"],
        "date" => &["2026-03-01"],
        "duration" => &["P1DT2H", "PT30S"],
        "uri" => &["https://example.com/a?b=c"],
        "uuid" => &["67e55044-10b1-426f-9247-bb680e5fe0c8"],
        "ipv4" => &["192.0.2.1"],
        other => panic!("no text of the format {other}"),
    }
}

fn strings(node: &Value) -> BoxedStrategy<Value> {
    if let Some(format) = node["format"].as_str() {
        return select(of_format(format)).prop_map(Value::from).boxed();
    }
    if let Some(pattern) = node["pattern"].as_str() {
        let inner = pattern.trim_start_matches('^').trim_end_matches('$');
        return proptest::string::string_regex(inner)
            .expect("a regex")
            .prop_map(Value::from)
            .boxed();
    }
    let least = node["minLength"].as_u64().unwrap_or(0) as usize;
    let greatest = node["maxLength"].as_u64().unwrap_or(least as u64 + 8) as usize;
    vec(any::<char>(), least..=greatest)
        .prop_map(|chars| chars.into_iter().collect::<String>().into())
        .boxed()
}

fn arrays(node: &Value, root: &Value, depth: u32) -> BoxedStrategy<Value> {
    if let Some(places) = node["prefixItems"].as_array() {
        let places: Vec<_> = places.iter().map(|place| of(place, root, depth)).collect();
        return places.prop_map(Value::from).boxed();
    }
    let least = node["minItems"].as_u64().unwrap_or(0) as usize;
    let greatest = node["maxItems"]
        .as_u64()
        .map_or(least + 3, |most| most as usize);
    if depth == 0 && least == 0 {
        return Just(Value::Array(Vec::new())).boxed();
    }
    let depth = depth.saturating_sub(1);
    vec(of(&node["items"], root, depth), least..=greatest)
        .prop_map(Value::from)
        .boxed()
}

fn objects(node: &Value, root: &Value, depth: u32) -> BoxedStrategy<Value> {
    let required: Vec<&str> = node["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let none = Map::new();
    let properties = node["properties"].as_object().unwrap_or(&none);
    let mut fields: Vec<BoxedStrategy<Option<(String, Value)>>> = Vec::new();
    for (name, property) in properties {
        let needed = required.contains(&name.as_str());
        if !needed && depth == 0 {
            continue;
        }
        let name = name.clone();
        let value = of(property, root, depth.saturating_sub(1))
            .prop_map(move |value| Some((name.clone(), value)));
        fields.push(if needed {
            value.boxed()
        } else {
            prop_oneof![Just(None), value].boxed()
        });
    }
    let names: Vec<String> = properties.keys().cloned().collect();
    let rest = match node.get("additionalProperties") {
        Some(Value::Bool(false)) => Just(Map::new()).boxed(),
        Some(_) if depth == 0 => Just(Map::new()).boxed(),
        Some(values) => {
            let keys = match node["propertyNames"]["pattern"].as_str() {
                // Within 64 bits, which all integer keys of this folder have.
                Some(_) => "[1-9][0-9]{0,17}",
                None => "[a-z]{1,6}",
            };
            map(keys, of(values, root, depth.saturating_sub(1)))
        }
        None => map("[a-z]{1,6}", any_value().boxed()),
    };
    (fields, rest)
        .prop_map(move |(fields, rest)| {
            let mut object: Map<String, Value> = fields.into_iter().flatten().collect();
            object.extend(rest.into_iter().filter(|(key, _)| !names.contains(key)));
            Value::Object(object)
        })
        .boxed()
}

fn map(keys: &'static str, values: BoxedStrategy<Value>) -> BoxedStrategy<Map<String, Value>> {
    btree_map(keys, values, 0..3)
        .prop_map(|map| map.into_iter().collect())
        .boxed()
}

/// Any small value.
pub fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e6..1e6_f64)
            .prop_filter_map("finite", Number::from_f64)
            .prop_map(Value::Number),
        "[ -~]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            map("[a-z]{1,4}", inner.boxed()).prop_map(Value::Object),
        ]
    })
}

/// A change of a value at some place.
#[derive(Debug, Clone)]
pub enum Change {
    /// Another value in its place.
    Replace(Index, Value),
    /// A key less.
    Remove(Index),
    /// `null` in its place.
    Clear(Index),
}

pub fn changes() -> impl Strategy<Value = Change> {
    prop_oneof![
        (any::<Index>(), any_value()).prop_map(|(place, value)| Change::Replace(place, value)),
        any::<Index>().prop_map(Change::Remove),
        any::<Index>().prop_map(Change::Clear),
    ]
}

/// The value with the change.
pub fn changed(mut value: Value, change: &Change) -> Value {
    let places = places(&value, String::new());
    let (Change::Replace(index, _) | Change::Remove(index) | Change::Clear(index)) = change;
    let place = index.get(&places).clone();
    match change {
        Change::Replace(_, other) => {
            let target = value.pointer_mut(&place).expect("a place");
            // serde reads a list as a struct, which the object at the top and the checker keep away.
            if !(target.is_object() && other.is_array()) {
                *target = other.clone();
            }
        }
        Change::Clear(_) => *value.pointer_mut(&place).expect("a place") = Value::Null,
        Change::Remove(_) => {
            if let Some((parent, key)) = place.rsplit_once('/')
                && let Some(Value::Object(map)) = value.pointer_mut(parent)
            {
                map.shift_remove(&key.replace("~1", "/").replace("~0", "~"));
            }
        }
    }
    value
}

fn places(value: &Value, at: String) -> Vec<String> {
    let mut found = Vec::new();
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let key = key.replace('~', "~0").replace('/', "~1");
                found.extend(places(value, format!("{at}/{key}")));
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                found.extend(places(value, format!("{at}/{index}")));
            }
        }
        _ => {}
    }
    found.push(at);
    found
}
