//! The texts of a tool, by what they say of it.

use serde_json::Value;

use crate::schema::ToolSchema;

/// How deep in a schema parameters are looked for.
const DEPTH: usize = 12;
/// Where a sentence can end at the earliest.
const SHORTEST_LEAD: usize = 15;

/// A kind of text. The order is that of [`FIELDS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Name,
    /// The first sentence of the description.
    Lead,
    Rest,
    ParameterName,
    /// What is said of parameters, and the values that they may have.
    ParameterText,
    /// Neighbouring words as one word.
    Joined,
}

/// How much a word counts there, and how much the length of the text takes from it.
pub(super) struct Weight {
    pub(super) weight: f32,
    pub(super) length: f32,
}

pub(super) const FIELDS: [Weight; 6] = [
    Weight {
        weight: 1.0,
        length: 0.5,
    },
    Weight {
        weight: 1.0,
        length: 0.6,
    },
    Weight {
        weight: 0.5,
        length: 0.6,
    },
    Weight {
        weight: 0.5,
        length: 0.5,
    },
    Weight {
        weight: 0.35,
        length: 0.6,
    },
    Weight {
        weight: 0.4,
        length: 0.5,
    },
];

/// Calls `take` with each text of `schema`.
pub(super) fn texts<'s>(schema: &'s ToolSchema, take: &mut impl FnMut(Field, &'s str)) {
    take(Field::Name, &schema.name);
    let (lead, rest) = schema.description.split_at(lead(&schema.description));
    take(Field::Lead, lead);
    take(Field::Rest, rest);
    parameters(&schema.parameters, 0, take);
}

/// The length of the first sentence or line.
fn lead(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = |place: usize| match bytes[place] {
        b'\n' => true,
        b'.' => bytes.get(place + 1).is_some_and(u8::is_ascii_whitespace),
        _ => false,
    };
    (SHORTEST_LEAD..bytes.len())
        .find(|&place| ends(place))
        .unwrap_or(text.len())
}

fn parameters<'s>(value: &'s Value, depth: usize, take: &mut impl FnMut(Field, &'s str)) {
    if depth > DEPTH {
        return;
    }
    match value {
        Value::Object(schema) => {
            for (key, value) in schema {
                match (key.as_str(), value) {
                    ("properties", Value::Object(properties)) => {
                        for (name, property) in properties {
                            take(Field::ParameterName, name);
                            if let Some(Value::String(text)) = property.get("description") {
                                take(Field::ParameterText, text);
                            }
                            parameters(property, depth + 1, take);
                        }
                    }
                    ("enum", Value::Array(values)) => {
                        for text in values.iter().filter_map(Value::as_str) {
                            take(Field::ParameterText, text);
                        }
                    }
                    ("items" | "additionalProperties" | "anyOf" | "oneOf" | "allOf", value) => {
                        parameters(value, depth + 1, take);
                    }
                    _ => {}
                }
            }
        }
        Value::Array(parts) => {
            for part in parts {
                parameters(part, depth + 1, take);
            }
        }
        _ => {}
    }
}
