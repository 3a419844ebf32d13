//! serde's attributes: each is honoured by schema and decoder alike. What can't be is an error
//! (`tests/ui/fail/serde`).

use std::collections::BTreeMap;

use loopd_tools::{CallContext, Context, DynTool, JsonSchema, Run, Tool, ToolError, ToolOutput};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

/// Whether the schema allows the value (by an independent validator), and what the tool's decoder
/// says of it; the two must be of one mind.
fn accepts<T: Run + Tool<State = ()> + 'static>(arguments: &Value) -> bool {
    let tool = T::tool();
    let schema = &tool.definition().schema().parameters;
    let allowed = jsonschema::validator_for(schema)
        .unwrap()
        .is_valid(arguments);
    let decoded = tool.prepare(arguments.to_string().as_str().into(), &CallContext::new());
    let decoded = decoded.map(|call| call.plan().repairs.is_empty());
    assert_eq!(
        allowed,
        decoded.as_ref().is_ok_and(|untouched| *untouched),
        "{arguments} under {schema}: {:?}",
        decoded.err()
    );
    allowed
}

/// Declares the tool `Probe` and holds it to arguments that it must take and ones it must not.
macro_rules! probe {
    (
        $(#[$meta:meta])* { $($fields:tt)* }
        takes { $($takes:tt)* }
        refuses { $($refuses:tt)* }
        $(and { $($item:item)* })?
    ) => {{
        /// A tool.
        #[derive(Tool, Deserialize)]
        $(#[$meta])*
        struct Probe { $($fields)* }

        impl Run for Probe {
            async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
                Ok("".into())
            }
        }

        $($($item)*)?

        for taken in values(json!([$($takes)*])) {
            assert!(accepts::<Probe>(&taken), "{taken} is refused");
        }
        for refused in values(json!([$($refuses)*])) {
            assert!(!accepts::<Probe>(&refused), "{refused} is taken");
        }
        Probe::schema().parameters
    }};
}

fn values(list: Value) -> Vec<Value> {
    serde_json::from_value(list).unwrap()
}

fn seven() -> u8 {
    7
}

#[test]
fn rename_and_rename_all() {
    probe! {
        #[serde(rename_all = "kebab-case")]
        {
            two_words: u8,
            #[serde(rename = "Given")]
            other: Option<u8>,
            #[serde(rename(serialize = "out", deserialize = "in"))]
            split: Option<u8>,
        }
        takes { {"two-words": 1}, {"two-words": 1, "Given": 2, "in": 3} }
        refuses { {"two_words": 1}, {"two-words": 1, "other": 2}, {"two-words": 1, "out": 3} }
    };
}

#[test]
fn defaults_are_in_the_schema() {
    let schema = probe! {
        { #[serde(default)] zero: u8, #[serde(default = "seven")] seven: u8, wanted: u8 }
        takes { {"wanted": 1}, {"wanted": 1, "zero": 2, "seven": 3} }
        refuses { {}, {"zero": 1, "seven": 2} }
    };
    assert_eq!(schema["properties"]["zero"]["default"], 0);
    assert_eq!(schema["properties"]["seven"]["default"], 7);
    assert_eq!(schema["required"], json!(["wanted"]));
}

#[test]
fn skipped_fields_are_not_there() {
    let schema = probe! {
        {
            #[serde(skip)]
            never: u8,
            #[serde(skip_deserializing, default = "seven")]
            written: u8,
            #[serde(skip_serializing)]
            read: u8,
            #[serde(skip_serializing_if = "Option::is_none", default)]
            maybe: Option<u8>,
        }
        takes { {"read": 1}, {"read": 1, "maybe": 2} }
        refuses { {"read": 1, "never": 1}, {"read": 1, "written": 1}, {} }
    };
    let names: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["read", "maybe"]);
}

/// The alias is no part of the schema, and so no part of the comparison above.
#[test]
fn an_alias_is_taken_and_named_nowhere() {
    /// A tool.
    #[derive(Tool, Deserialize)]
    struct Probe {
        #[serde(alias = "dir", alias = "folder")]
        path: String,
    }

    impl Run for Probe {
        async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
            Ok(self.path.into())
        }
    }

    let tool = Probe::tool();
    for name in ["path", "dir", "folder"] {
        let arguments = json!({name: "x"}).to_string();
        assert!(
            tool.prepare(arguments.as_str().into(), &CallContext::new())
                .is_ok()
        );
    }
    let twice = r#"{"path": "x", "dir": "y"}"#;
    assert!(tool.prepare(twice.into(), &CallContext::new()).is_err());
    let schema = Probe::schema().parameters.to_string();
    assert!(
        !schema.contains("dir") && !schema.contains("folder"),
        "{schema}"
    );
}

#[derive(JsonSchema, Deserialize)]
struct Page {
    number: u8,
    size: Option<u8>,
}

#[test]
fn flattened_fields_stand_beside_the_others() {
    probe! {
        { name: String, #[serde(flatten)] page: Page }
        takes { {"name": "x", "number": 1}, {"name": "x", "number": 1, "size": 2} }
        refuses { {"name": "x"}, {"name": "x", "number": 1, "more": 2}, {"name": "x", "page": {"number": 1}} }
    };
    probe! {
        { name: String, #[serde(flatten)] rest: BTreeMap<String, u8> }
        takes { {"name": "x"}, {"name": "x", "any": 1} }
        refuses { {"any": 1}, {"name": "x", "any": "text"} }
    };
}

#[test]
fn unknown_keys_are_refused_with_and_without_the_attribute() {
    probe! {
        #[serde(deny_unknown_fields)]
        { name: String }
        takes { {"name": "x"} }
        refuses { {"name": "x", "more": 1} }
    };
}

#[derive(JsonSchema, Deserialize)]
struct Wire {
    wire: u8,
}

#[test]
fn from_is_the_other_type() {
    probe! {
        #[serde(from = "Wire")]
        { number: u16 }
        takes { {"wire": 1} }
        refuses { {"number": 1}, {"wire": 300} }
        and {
            impl From<Wire> for Probe {
                fn from(wire: Wire) -> Self {
                    Self { number: wire.wire.into() }
                }
            }
        }
    };
}

fn comma_separated<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let text = String::deserialize(from)?;
    Ok(text.split(',').map(str::to_owned).collect())
}

mod even {
    use serde::{Deserialize, Deserializer};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
        u8::deserialize(from)
    }

    pub(super) fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "integer", "minimum": 0, "maximum": 254, "multipleOf": 2})
    }
}

#[test]
fn readers_of_the_users_own_have_the_schema_that_is_named() {
    probe! {
        {
            #[serde(deserialize_with = "comma_separated")]
            #[schemars(with = "String")]
            list: Vec<String>,
            #[serde(with = "even", default)]
            #[schemars(schema_with = "even::schema")]
            even: u8,
        }
        takes { {"list": "a,b"}, {"list": "", "even": 4} }
        refuses { {"list": ["a"]}, {"list": "a", "even": 3} }
    };
}

#[test]
fn bounds_and_crates_say_nothing_of_the_schema() {
    probe! {
        #[serde(crate = "serde", bound = "", expecting = "a probe")]
        { name: String }
        takes { {"name": "x"} }
        refuses { {} }
    };
}

#[derive(JsonSchema, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
enum Internal {
    Nothing,
    SomeData { first_field: u8 },
    Whole(Page),
}

#[derive(JsonSchema, Deserialize)]
#[serde(tag = "kind", content = "of")]
enum Adjacent {
    Nothing,
    Number(u8),
    Data { field: u8 },
}

#[derive(JsonSchema, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Data { field: u8 },
}

#[derive(JsonSchema, Deserialize)]
enum External {
    #[serde(rename = "none")]
    Nothing,
    Number(u8),
    #[serde(skip)]
    Never(u8),
    #[serde(skip_deserializing)]
    Written,
    #[serde(untagged)]
    Text(bool),
}

#[test]
fn tags_of_enums() {
    probe! {
        { of: Internal }
        takes {
            {"of": {"kind": "nothing"}},
            {"of": {"kind": "some_data", "firstField": 1}},
            {"of": {"kind": "whole", "number": 1}}
        }
        refuses {
            {"of": "nothing"},
            {"of": {"kind": "some_data", "first_field": 1}},
            {"of": {"kind": "whole"}},
            {"of": {"kind": "nothing", "more": 1}}
        }
    };
    probe! {
        { of: Adjacent }
        takes { {"of": {"kind": "Nothing"}}, {"of": {"kind": "Number", "of": 1}}, {"of": {"kind": "Data", "of": {"field": 1}}} }
        refuses { {"of": {"kind": "Number"}}, {"of": {"Number": 1}}, {"of": {"kind": "Data", "of": {}}} }
    };
    probe! {
        { of: Untagged }
        takes { {"of": 1}, {"of": {"field": 1}} }
        refuses { {"of": 300}, {"of": {}}, {"of": {"Number": 1}} }
    };
    probe! {
        { of: External }
        takes { {"of": "none"}, {"of": {"Number": 1}}, {"of": true} }
        refuses { {"of": "Nothing"}, {"of": {"Never": 1}}, {"of": "Written"}, {"of": "Never"} }
    };
}

/// An enum with an open end, which the schema can say as text.
#[derive(JsonSchema, Deserialize)]
#[schemars(with = "String")]
enum Open {
    Known,
    #[serde(other)]
    Unknown,
}

#[test]
fn an_open_enum_is_text() {
    probe! {
        { of: Open }
        takes { {"of": "Known"}, {"of": "anything"} }
        refuses { {"of": 1} }
    };
}

/// A parameter that the host alone sets.
#[test]
fn schemars_may_hide_what_has_a_default() {
    let schema = probe! {
        { #[serde(default)] #[schemars(skip)] hidden: u8, shown: u8 }
        takes { {"shown": 1} }
        refuses { {"shown": 1, "hidden": 1} }
    };
    assert!(schema["properties"].get("hidden").is_none());
}
