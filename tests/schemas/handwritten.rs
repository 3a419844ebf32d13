//! Schemas that are written by hand, as schemars allows: definitions inside of them, references to the
//! whole, booleans.

use loopd_tools::parameters_of;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

macro_rules! by_hand {
    ($name:ident, $($schema:tt)+) => {
        struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                schemars::json_schema!($($schema)+)
            }
        }
    };
}

fn canonical<T: JsonSchema>() -> Value {
    parameters_of::<T>().unwrap_or_else(|error| panic!("{error}"))
}

by_hand!(Embedded, {
    "type": "object",
    "properties": {
        "point": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$ref": "#/$defs/Point",
            "description": "Where.",
            "$defs": {"Point": {"type": "object", "title": "Point", "properties": {"x": {"type": "number"}}}}
        }
    }
});

#[test]
fn definitions_inside_are_inlined() {
    assert_eq!(
        canonical::<Embedded>(),
        json!({
            "type": "object",
            "properties": {
                "point": {
                    "type": "object",
                    "description": "Point\n\nWhere.",
                    "properties": {"x": {"type": "number"}},
                    "additionalProperties": false
                }
            },
            "additionalProperties": false
        })
    );
}

by_hand!(Whole, {
    "type": "object",
    "properties": {"name": {"type": "string"}, "child": {"$ref": "#"}},
    "required": ["name"]
});

#[test]
fn a_reference_to_the_whole_gets_a_name() {
    let schema = canonical::<Whole>();
    assert_eq!(
        schema["properties"]["child"],
        json!({"$ref": "#/$defs/Arguments"})
    );
    assert_eq!(
        schema["$defs"]["Arguments"]["properties"]["child"],
        json!({"$ref": "#/$defs/Arguments"})
    );
}

by_hand!(Booleans, {
    "type": "object",
    "properties": {"any": true, "list": {"type": "array", "items": true}},
    "additionalProperties": true
});

#[test]
fn booleans_are_said_otherwise() {
    let any = json!({"description": "Any JSON value."});
    assert_eq!(
        canonical::<Booleans>(),
        json!({
            "type": "object",
            "properties": {"any": any, "list": {"type": "array", "items": any}}
        })
    );
}

by_hand!(Odd, {
    "type": "object",
    "properties": {
        "constant": {"const": "a"},
        "one": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
        "bare_list": {"type": "array"},
        "all": {
            "allOf": [
                {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"type": "object", "properties": {"b": {"type": "string"}}}
            ]
        }
    }
});

#[test]
fn other_spellings_become_ours() {
    let properties = &canonical::<Odd>()["properties"];
    assert_eq!(
        properties["constant"],
        json!({"type": "string", "enum": ["a"]})
    );
    assert_eq!(
        properties["one"],
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]})
    );
    assert!(properties["bare_list"]["items"].is_object());
    assert_eq!(
        properties["all"],
        json!({
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "required": ["a"],
            "additionalProperties": false
        })
    );
}
