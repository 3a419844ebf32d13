//! What can't be said truthfully is refused when the definition is made: the message names the type,
//! the field and the way out.

use std::collections::BTreeMap;

use loopd_tools::parameters_of;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

fn refusal<T: JsonSchema>() -> String {
    match parameters_of::<T>() {
        Ok(schema) => panic!("accepted: {schema}"),
        Err(error) => error.to_string(),
    }
}

#[derive(Deserialize, JsonSchema)]
enum Never {}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "the schema is what is read")]
struct HasNever {
    never: Never,
}

#[test]
fn a_type_without_values() {
    assert_eq!(
        refusal::<HasNever>(),
        "tool `HasNever`: never: no value fits; leave the field out, or give its type a value"
    );
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema is what is read")]
enum Wide {
    Number(u128),
    Text(String),
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "the schema is what is read")]
struct HasWide {
    list: Vec<Wide>,
}

#[test]
fn wide_integers_that_serde_buffers() {
    let message = refusal::<HasWide>();
    assert!(
        message.starts_with("tool `HasWide`: list[]: serde can't read a 128-bit integer"),
        "{message}"
    );
    // It is true: serde refuses even a small one.
    assert!(serde_json::from_str::<HasWide>(r#"{"list":[5]}"#).is_err());
    assert!(serde_json::from_str::<HasWide>(r#"{"list":["5"]}"#).is_ok());
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "the schema is what is read")]
struct FlattenedKeys {
    name: String,
    #[serde(flatten)]
    rest: BTreeMap<u32, String>,
}

#[test]
fn integer_keys_that_serde_buffers() {
    let message = refusal::<FlattenedKeys>();
    assert!(
        message.contains("serde can't read the integer keys of a flattened map"),
        "{message}"
    );
    assert!(serde_json::from_str::<FlattenedKeys>(r#"{"name":"a","1":"b"}"#).is_err());
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema is what is read")]
enum Keyed {
    Map(BTreeMap<u32, String>),
    Text(String),
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "the schema is what is read")]
struct HasKeyed {
    keyed: Keyed,
}

#[test]
fn integer_keys_inside_an_untagged_enum() {
    let message = refusal::<HasKeyed>();
    assert!(
        message.contains("keyed: serde can't read integer keys"),
        "{message}"
    );
    assert!(serde_json::from_str::<HasKeyed>(r#"{"keyed":{"1":"b"}}"#).is_err());
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "the schema is what is read")]
enum Command {
    Start,
    Stop { at: u32 },
}

#[test]
fn a_root_that_is_no_object() {
    let message = refusal::<Command>();
    assert!(
        message.contains("arguments are an object, and one choice is of type string"),
        "{message}"
    );
    assert!(
        message.ends_with("put it into a field of a struct"),
        "{message}"
    );
    let message = refusal::<Vec<String>>();
    assert!(message.contains("this is of type array"), "{message}");
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[expect(dead_code, reason = "the schema is what is read")]
enum One {
    A { a: u8 },
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "the schema is what is read")]
struct Twice {
    a: String,
    #[serde(flatten)]
    one: One,
    #[serde(flatten)]
    two: Two,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema is what is read")]
enum Two {
    B { b: u8 },
    C { c: u8 },
}

#[test]
fn a_name_that_is_declared_twice() {
    let message = refusal::<Twice>();
    assert!(
        message.contains("`a` is declared twice by what is flattened here"),
        "{message}"
    );
}

struct Foreign;

impl JsonSchema for Foreign {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Foreign".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "not": {"enum": ["a"]}})
    }
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "the schema is what is read")]
struct HasForeign {
    map: BTreeMap<String, Foreign>,
}

#[test]
fn a_keyword_that_nothing_keeps() {
    assert_eq!(
        refusal::<HasForeign>(),
        "tool `HasForeign`: map{}: the keyword `not` is not kept by the decoder; \
         say it in the description and check it in `run`"
    );
}

struct Dangling;

impl JsonSchema for Dangling {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Dangling".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object", "properties": {"a": {"$ref": "#/$defs/Lost"}}})
    }
}

#[test]
fn a_reference_to_nothing() {
    let message = refusal::<Dangling>();
    assert!(
        message.contains("a: `#/$defs/Lost` refers to nothing in the schema"),
        "{message}"
    );
}

#[derive(JsonSchema)]
#[schemars(extend("fitsOnly" = "numbers of pages"))]
#[expect(dead_code, reason = "the schema is what is read")]
struct Page {
    number: u32,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "the schema is what is read")]
struct Unheard {
    pages: Vec<Page>,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "the schema is what is read")]
struct Annotated {
    #[schemars(extend("x-unit" = "pages", "contentMediaType" = "text/plain"))]
    text: String,
}

/// A keyword that nobody knows may forbid what nobody checks: it is told with its place.
#[test]
fn a_keyword_that_nobody_knows() {
    assert_eq!(
        refusal::<Unheard>(),
        "tool `Unheard`: pages[]: the keyword `fitsOnly` is not kept by the decoder; \
         say it in the description and check it in `run`"
    );
    // What forbids nothing may stand: JSON Schema's annotations, and those that begin with `x-`.
    let schema = parameters_of::<Annotated>().expect("annotations alone");
    assert_eq!(schema["properties"]["text"]["x-unit"], "pages");
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "the schema is what is read")]
struct Malformed {
    #[schemars(extend("minLength" = "three"))]
    text: String,
}

#[test]
fn a_keyword_that_says_nothing_that_can_be_checked() {
    let message = refusal::<Malformed>();
    assert!(
        message.contains("/properties/text/minLength: `minLength` is a whole number from 0"),
        "{message}"
    );
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "the schema is what is read")]
struct Reserved {
    #[serde(rename = "$serde_json::private::Number")]
    number: u8,
}

/// Such a key is refused in every call.
#[test]
fn a_key_that_no_arguments_may_have() {
    let message = refusal::<Reserved>();
    assert!(
        message.contains("no key may begin with `$serde_json::private::`"),
        "{message}"
    );
}
