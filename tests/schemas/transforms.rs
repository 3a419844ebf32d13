//! The transforms from what schemars says to the canonical form, each with what it is for, on schemas
//! written by hand: `tests/README.md` has the table.

use std::cell::RefCell;
use std::ffi::OsString;

use loopd_tools::{SchemaError, parameters_of};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

thread_local! {
    static FIELD: RefCell<Value> = const { RefCell::new(Value::Null) };
}

/// Arguments with one field, `field`, of the schema at hand.
struct Given;

impl JsonSchema for Given {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Given".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let field = FIELD.with_borrow(Clone::clone);
        schemars::json_schema!({
            "type": "object",
            "properties": {"field": field},
            "required": ["field"]
        })
    }
}

fn try_field(schema: Value) -> Result<Value, SchemaError> {
    FIELD.replace(schema);
    parameters_of::<Given>().map(|schema| schema["properties"]["field"].clone())
}

/// What becomes of the schema of a field.
fn field(schema: Value) -> Value {
    try_field(schema).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(schema: Value) -> String {
    match try_field(schema) {
        Ok(schema) => panic!("accepted: {schema}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn booleans() {
    assert_eq!(
        field(json!(true)),
        json!({"description": "Any JSON value."})
    );
    assert_eq!(
        field(json!({"anyOf": [{"type": "string"}, false, {"not": {}}]})),
        json!({"type": "string"})
    );
    for never in [json!(false), json!({"anyOf": [false]}), json!({"enum": []})] {
        assert!(
            refusal(never.clone()).contains("field: no value fits"),
            "{never}"
        );
    }
}

#[test]
fn buffered() {
    let wide = json!({"type": "integer", "format": "uint128"});
    let message = refusal(json!({"anyOf": [wide, {"type": "string"}]}));
    assert!(
        message.contains("128-bit integer inside an untagged"),
        "{message}"
    );
    // An option is no such enum, and an externally tagged one has no buffer.
    field(json!({"anyOf": [wide, {"type": "null"}]}));
    let tagged = json!({
        "type": "object",
        "properties": {"A": wide},
        "required": ["A"],
        "additionalProperties": false
    });
    field(json!({"oneOf": [tagged, {"type": "string", "enum": ["B"]}]}));
}

#[test]
fn closing() {
    let open = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    assert_eq!(field(open.clone())["additionalProperties"], false);
    let mut says = open;
    says["additionalProperties"] = json!(true);
    assert!(field(says).get("additionalProperties").is_none());
}

#[test]
fn constants() {
    assert_eq!(
        field(json!({"const": "a"})),
        json!({"type": "string", "enum": ["a"]})
    );
    assert_eq!(
        field(json!({"enum": ["a", 1, null]})),
        json!({"type": ["string", "integer", "null"], "enum": ["a", 1, null]})
    );
}

#[test]
fn examples() {
    let with = |default: Value| field(json!({"type": "number", "default": default})).to_string();
    assert_eq!(with(json!(0.1_f32)), r#"{"type":"number","default":0.1}"#);
    assert_eq!(with(Value::Null), r#"{"type":"number"}"#);
    let nested = json!({"type": "object", "default": {"a": null, "b": [1.5]}});
    assert_eq!(field(nested)["default"], json!({"b": [1.5]}));
    let deprecated = |yes: bool| field(json!({"type": "string", "deprecated": yes}));
    assert_eq!(deprecated(false), json!({"type": "string"}));
    assert_eq!(
        deprecated(true),
        json!({"type": "string", "deprecated": true})
    );
}

#[test]
fn formats() {
    let text = |format: &str| field(json!({"type": "string", "format": format}));
    assert_eq!(text("date"), json!({"type": "string", "format": "date"}));
    assert_eq!(
        text("ip"),
        json!({"type": "string", "description": "An IPv4 or IPv6 address."})
    );
    assert_eq!(
        text("iban"),
        json!({"type": "string", "description": "Format: iban."})
    );
    assert_eq!(
        field(json!({"type": "number", "format": "double"})),
        json!({"type": "number"})
    );
}

#[test]
fn inline() {
    let point = |more: Value| json!({"$ref": "#/$defs/A~1B%20C", "$defs": {"A/B C": {"type": "object", "properties": more}}});
    assert_eq!(
        field(point(json!({"x": {"type": "number"}}))),
        json!({
            "type": "object",
            "properties": {"x": {"type": "number"}},
            "additionalProperties": false
        })
    );
    // Recursion goes to a plain name.
    let around = field(point(json!({"again": {"$ref": "#/$defs/A~1B%20C"}})));
    assert_eq!(around, json!({"$ref": "#/$defs/A_B_C"}));
    let two = json!({
        "type": "array",
        "items": {"$ref": "#/$defs/P", "$defs": {"P": {"type": "string"}}},
        "prefixItems": [{"$ref": "#/$defs/P", "$defs": {"P": {"type": "integer"}}}]
    });
    let message = refusal(two);
    assert!(
        message.contains("two types are defined as `P`"),
        "{message}"
    );
    assert!(message.ends_with("rename one of them"), "{message}");
}

#[test]
fn integers() {
    let of = |format: &str| field(json!({"type": "integer", "format": format}));
    assert_eq!(
        of("uint8"),
        json!({"type": "integer", "minimum": 0, "maximum": 255})
    );
    assert_eq!(
        of("int64"),
        json!({"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX})
    );
    // The tighter end stays.
    assert_eq!(
        field(json!({"type": "integer", "format": "int8", "minimum": 3, "exclusiveMaximum": 200})),
        json!({"type": "integer", "minimum": 3, "maximum": 127, "exclusiveMaximum": 200})
    );
    assert_eq!(
        field(json!({"type": "integer", "format": "int8", "not": {"const": 0}})),
        json!({"type": "integer", "anyOf": [
            {"type": "integer", "minimum": -128, "maximum": -1},
            {"type": "integer", "minimum": 1, "maximum": 127}
        ]})
    );
}

#[test]
fn maps() {
    let keyed = |pattern: &str| {
        field(json!({
            "type": "object",
            "patternProperties": {pattern: {"type": "string"}},
            "additionalProperties": false
        }))
    };
    assert_eq!(
        keyed(r"^-?\d+$"),
        json!({
            "type": "object",
            "propertyNames": {"type": "string", "pattern": "^(0|-?[1-9][0-9]*)$"},
            "additionalProperties": {"type": "string"}
        })
    );
    let message = refusal(json!({
        "type": "object",
        "patternProperties": {"^a": {"type": "string"}, "^b": {"type": "string"}}
    }));
    assert!(
        message.contains("keys of more than one pattern"),
        "{message}"
    );
    let message = refusal(json!({
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "patternProperties": {"^a": {"type": "string"}}
    }));
    assert!(
        message.contains("keys of a pattern beside named fields"),
        "{message}"
    );
}

#[test]
fn optional() {
    let inside = field(json!({
        "type": "object",
        "properties": {
            "a": {"type": ["string", "null"]},
            "b": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "c": {"type": "null"},
            "d": {"type": ["string", "null"]}
        },
        "required": ["d"]
    }));
    assert_eq!(
        inside["properties"],
        json!({
            "a": {"type": "string"},
            "b": {"type": "integer"},
            "c": {"type": "null"},
            "d": {"type": ["string", "null"]}
        })
    );
}

#[test]
fn order() {
    let schema = json!({
        "required": ["b", "a"],
        "additionalProperties": false,
        "properties": {"a": {"maximum": 2, "minimum": 1, "type": "integer"}, "b": {"type": "string"}},
        "description": "Two.",
        "type": "object"
    });
    assert_eq!(
        field(schema).to_string(),
        r#"{"type":"object","description":"Two.","properties":{"a":{"type":"integer","minimum":1,"maximum":2},"b":{"type":"string"}},"required":["a","b"],"additionalProperties":false}"#
    );
}

#[test]
fn sequences() {
    assert_eq!(
        field(json!({"type": "array", "uniqueItems": true})),
        json!({
            "type": "array",
            "description": "Each item once.",
            "items": {"description": "Any JSON value."}
        })
    );
    let number = json!({"type": "number"});
    assert_eq!(
        field(json!({
            "type": "array", "prefixItems": [number, number], "minItems": 2, "maxItems": 2
        })),
        json!({"type": "array", "items": number, "minItems": 2, "maxItems": 2})
    );
    let text = json!({"type": "string"});
    assert_eq!(
        field(json!({"type": "array", "prefixItems": [text, number]}))["items"],
        json!({"anyOf": [text, number]})
    );
}

#[test]
fn siblings() {
    let choice = |names: &[&str]| -> Vec<Value> {
        let branch = |name: &&str| json!({"type": "object", "properties": {*name: {"type": "string"}}, "required": [name]});
        names.iter().map(branch).collect()
    };
    let whole = field(json!({
        "type": "object",
        "properties": {"own": {"type": "boolean"}},
        "required": ["own"],
        "anyOf": choice(&["a", "b"])
    }));
    assert!(whole.get("properties").is_none(), "{whole}");
    assert_eq!(whole["anyOf"][1]["required"], json!(["own", "b"]));
    assert_eq!(
        whole["anyOf"][1]["properties"],
        json!({"own": {"type": "boolean"}, "b": {"type": "string"}})
    );
    let names: Vec<String> = (0..17).map(|number| format!("n{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let others: Vec<String> = (0..17).map(|number| format!("m{number}")).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let message = refusal(json!({
        "allOf": [{"anyOf": choice(&names)}, {"anyOf": choice(&others)}]
    }));
    assert!(
        message.contains("too many combinations of flattened enums"),
        "{message}"
    );
    let message = refusal(json!({
        "allOf": [{"type": "object", "maxProperties": 1}, {"type": "object", "maxProperties": 2}]
    }));
    assert!(message.contains("differ in `maxProperties`"), "{message}");
    let message = refusal(json!({"allOf": [{"type": "string"}, {"type": "integer"}]}));
    assert!(
        message.contains("no value fits what is flattened here"),
        "{message}"
    );
}

#[test]
fn strict_types() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "the schema is what is read")]
    struct Text {
        text: OsString,
    }
    let schema = parameters_of::<Text>().expect("a schema");
    let name = if cfg!(windows) { "Windows" } else { "Unix" };
    let text = &schema["properties"]["text"];
    assert_eq!(text["required"], json!([name]), "{text}");
    // Only what schemars itself writes is narrowed.
    let own = json!({
        "type": "object",
        "properties": {
            "secs": {"type": "integer", "format": "uint64", "description": "Whole seconds."},
            "nanos": {"type": "integer", "format": "uint32"}
        },
        "required": ["secs", "nanos"]
    });
    assert_eq!(field(own)["properties"]["nanos"]["maximum"], u32::MAX);
}

#[test]
fn texts() {
    assert_eq!(
        field(
            json!({"type": "string", "title": "A", "description": "  B\n    c", "$comment": "d"})
        ),
        json!({"type": "string", "description": "A\n\nB\n  c"})
    );
}

#[test]
fn unions() {
    assert_eq!(
        field(json!({"oneOf": [
            {"const": "a", "description": "First."},
            {"enum": ["b", "c"]},
            {"type": "integer"},
            {"anyOf": [{"type": "integer"}, {"type": "boolean"}]}
        ]})),
        json!({"anyOf": [
            {"type": "string", "description": "- `a`: First.", "enum": ["a", "b", "c"]},
            {"type": "integer"},
            {"type": "boolean"}
        ]})
    );
}

#[test]
fn every_transform_is_in_the_table() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/loopd-tools/src/schema/canonical"
    );
    let readme = include_str!("../README.md");
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        let transform = name.trim_end_matches(".rs");
        if !["mod", "node", "generate"].contains(&transform) {
            let row = format!("\n| `{transform}` | ");
            assert!(
                readme.contains(&row),
                "{transform} has no row in tests/README.md"
            );
        }
    }
}
