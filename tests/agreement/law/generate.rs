//! Values that a canonical schema describes, for the most part: bounds are met or just missed.

use serde_json::{Map, Value, json};

use super::random::Random;

/// How deep values grow where the schema lets them end.
const DEPTH: usize = 5;

/// Makes values of one schema.
pub(crate) struct Generator<'s> {
    root: &'s Value,
}

impl<'s> Generator<'s> {
    pub(crate) fn new(root: &'s Value) -> Self {
        Self { root }
    }

    pub(crate) fn value(&self, random: &mut Random) -> Value {
        self.of(self.root, random, 0)
    }

    fn of(&self, schema: &Value, random: &mut Random, depth: usize) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.root.pointer(&reference[1..]).expect("a definition");
            return self.of(target, random, depth + 1);
        }
        if let Some(values) = schema["enum"].as_array() {
            return random.pick(values).clone();
        }
        if let Some(branches) = schema["anyOf"].as_array() {
            // Where it gets deep, the first branch that does not recur.
            let ends = |branch: &&Value| !branch.to_string().contains("$ref");
            let branch = if depth > DEPTH {
                branches.iter().find(ends).unwrap_or(&branches[0])
            } else {
                random.pick(branches)
            };
            return self.of(branch, random, depth + 1);
        }
        let kind = match &schema["type"] {
            Value::String(kind) => kind.clone(),
            Value::Array(kinds) => random.pick(kinds).as_str().unwrap_or_default().to_owned(),
            _ => return any(random, 2),
        };
        match kind.as_str() {
            "null" => Value::Null,
            "boolean" => random.once_in(2).into(),
            "integer" => integer(schema, random),
            "number" => number(schema, random),
            "string" => string(schema, random).into(),
            "array" => self.array(schema, random, depth),
            _ => self.object(schema, random, depth),
        }
    }

    fn array(&self, schema: &Value, random: &mut Random, depth: usize) -> Value {
        let prefix = schema["prefixItems"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let min = length(schema, "minItems").unwrap_or(0);
        let max = length(schema, "maxItems").unwrap_or(min + 3).min(min + 3);
        let count = if depth > DEPTH {
            min
        } else {
            min + random.below(max - min + 1)
        };
        let items = (0..count).map(|index| match (prefix.get(index), &schema["items"]) {
            (Some(item), _) => self.of(item, random, depth + 1),
            (None, Value::Object(_)) => self.of(&schema["items"], random, depth + 1),
            (None, _) => any(random, 1),
        });
        items.collect()
    }

    fn object(&self, schema: &Value, random: &mut Random, depth: usize) -> Value {
        let mut map = Map::new();
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            let is_required = required.iter().any(|name| name == key);
            if is_required || (depth <= DEPTH && random.once_in(2)) {
                map.insert(key.clone(), self.of(property, random, depth + 1));
            }
        }
        let additional = &schema["additionalProperties"];
        if additional != &json!(false) && depth <= DEPTH {
            for _ in 0..random.below(4) {
                let key = if schema["propertyNames"].is_object() {
                    string(&schema["propertyNames"], random)
                } else {
                    word(random)
                };
                let value = match additional {
                    Value::Object(_) => self.of(additional, random, depth + 1),
                    _ => any(random, 1),
                };
                map.insert(key, value);
            }
        }
        Value::Object(map)
    }
}

fn length(schema: &Value, keyword: &str) -> Option<usize> {
    schema[keyword]
        .as_u64()
        .map(|length| usize::try_from(length).expect("a length"))
}

/// Whole numbers within the bounds, at them, and one beyond.
fn integer(schema: &Value, random: &mut Random) -> Value {
    let bound = |keyword: &str| schema[keyword].as_number().map(bound);
    let min = bound("minimum")
        .or(bound("exclusiveMinimum"))
        .unwrap_or(-1_000);
    let max = bound("maximum")
        .or(bound("exclusiveMaximum"))
        .unwrap_or(1_000);
    let number = match random.below(8) {
        0 => min,
        1 => max,
        2 => min.saturating_sub(1),
        3 => max.saturating_add(1),
        4 => i128::from(random.next()),
        _ => (random.below(200) as i128 - 50).clamp(min, max),
    };
    whole(number, random)
}

/// A bound of a schema: a 64-bit integer, or a double that stands for a larger one.
fn bound(number: &serde_json::Number) -> i128 {
    number
        .as_i128()
        .unwrap_or_else(|| number.as_f64().unwrap_or_default() as i128)
}

/// A whole number, sometimes as a double.
fn whole(number: i128, random: &mut Random) -> Value {
    if random.once_in(8) {
        return json!(number as f64);
    }
    match (i64::try_from(number), u64::try_from(number)) {
        (Ok(number), _) => number.into(),
        (_, Ok(number)) => number.into(),
        _ => json!(number as f64),
    }
}

fn number(schema: &Value, random: &mut Random) -> Value {
    let bound = |keyword: &str| schema[keyword].as_f64();
    let min = bound("minimum").unwrap_or(-1e3);
    let max = bound("maximum").unwrap_or(1e3);
    let share = random.below(1_000) as f64 / 1_000.0;
    match random.below(8) {
        0 => json!(min),
        1 => json!(max),
        2 => json!(max + 0.5),
        3 => json!(random.below(100)),
        4 => json!(f64::MAX),
        5 => json!(-1e-300),
        _ => json!(min + (max - min) * share),
    }
}

fn string(schema: &Value, random: &mut Random) -> String {
    let texts: &[&str] = match (schema["format"].as_str(), schema["pattern"].as_str()) {
        (Some("date-time"), _) => &[
            "2026-03-01T14:30:00Z",
            "1999-12-31T23:59:59.5+01:00",
            "today",
        ],
        (Some("date"), _) => &["2026-03-01", "2026-02-30"],
        (Some("time" | "partial-time"), _) => &["14:30:00", "25:00:00"],
        (Some("duration"), _) => &["P1DT2H", "PT30S", "2h"],
        (Some("uri"), _) => &["https://example.com/a?b=c", "no uri"],
        (Some("uuid"), _) => &["67e55044-10b1-426f-9247-bb680e5fe0c8", "67e55044"],
        (Some("ipv4" | "ip"), _) => &["192.0.2.1", "192.0.2.256", "::1"],
        (_, Some(pattern)) if pattern.contains("a-f") => {
            &["0a1b2c3", "0A1B2C3", "0a1b2c", "\n0a1b2c3"]
        }
        (_, Some(_)) => &[
            "0",
            "17",
            "-3",
            "-0",
            "007",
            "1.5",
            "x",
            "",
            "18446744073709551615",
        ],
        _ => {
            let min = length(schema, "minLength").unwrap_or(0);
            let max = length(schema, "maxLength").unwrap_or(min + 4).min(min + 50);
            let length =
                (min + random.below(max - min + 2)).saturating_sub(usize::from(random.once_in(8)));
            return (0..length).map(|_| character(random)).collect();
        }
    };
    (*random.pick(texts)).to_owned()
}

fn character(random: &mut Random) -> char {
    *random.pick(&[
        'a', 'b', 'Z', '0', '5', ' ', '"', '\\', '\n', 'ä', '語', '🦀', '\u{301}', '\u{0}',
        '\u{feff}',
    ])
}

fn word(random: &mut Random) -> String {
    const WORDS: [&str; 12] = [
        "a", "b", "", "path", "Path", "kind", "type", "id", "x", "0", "~/", "$ref",
    ];
    (*random.pick(&WORDS)).to_owned()
}

/// Any small value.
pub(crate) fn any(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 9 } else { 11 }) {
        0 => Value::Null,
        1 => random.once_in(2).into(),
        2 => random.below(300).into(),
        3 => json!(-1),
        4 => json!(0.5),
        5 => json!(2.0),
        6 => json!(u64::MAX),
        7 => (0..random.below(4))
            .map(|_| character(random))
            .collect::<String>()
            .into(),
        8 => word(random).into(),
        9 => (0..random.below(3))
            .map(|_| any(random, depth - 1))
            .collect(),
        _ => {
            let members = (0..random.below(3)).map(|_| (word(random), any(random, depth - 1)));
            Value::Object(members.collect())
        }
    }
}
