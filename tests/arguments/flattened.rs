//! What serde can't read of flattened fields is told when the tool is declared, not at each call.

use std::collections::BTreeMap;

use loopd_tools::{
    Arguments, CallContext, Context, DynTool, FnTool, Run, Tool, ToolError, ToolOutput,
};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

#[derive(Deserialize, JsonSchema)]
struct Wide {
    big: u128,
}

#[derive(Deserialize, JsonSchema)]
struct Keyed {
    /// An optional field in front.
    note: Option<String>,
    lines: BTreeMap<u32, String>,
}

#[derive(Deserialize, JsonSchema)]
struct Deep {
    inner: Option<Vec<Wide>>,
}

#[derive(Deserialize, JsonSchema)]
struct Signed {
    number: Option<i128>,
    other: Option<std::num::NonZeroI128>,
}

/// The same things beside each other, flattened or in a field of their own.
#[derive(Deserialize, JsonSchema)]
struct Flattened<T> {
    #[serde(flatten)]
    it: T,
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Nested<T> {
    it: T,
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Below<T> {
    list: Vec<Flattened<T>>,
}

fn tool<T: DeserializeOwned + JsonSchema + Send + 'static>() -> Result<FnTool, String> {
    FnTool::typed_sync("tool", "Any.", |_: T, _| "read").map_err(|error| error.to_string())
}

fn refusal<T: DeserializeOwned + JsonSchema + Send + 'static>() -> String {
    tool::<T>()
        .map(drop)
        .expect_err("a type that serde can't read")
}

#[test]
fn wide_integers_are_told_with_their_place() {
    assert_eq!(
        refusal::<Flattened<Wide>>(),
        "tool `tool`: big: serde can't read a 128-bit integer in what is flattened; use a 64-bit \
         integer or a string, or a field of its own instead of `flatten`"
    );
    // It is true: serde refuses even a small one.
    assert!(serde_json::from_str::<Flattened<Wide>>(r#"{"big":5,"text":""}"#).is_err());
    assert!(refusal::<Flattened<Deep>>().contains("tool `tool`: inner[].big: "));
    assert!(refusal::<Flattened<Signed>>().contains("a 128-bit integer"));
    assert!(refusal::<Below<Wide>>().contains("tool `tool`: list[].big: "));
}

#[test]
fn integer_keys_are_told_with_their_place() {
    assert_eq!(
        refusal::<Flattened<Keyed>>(),
        "tool `tool`: lines: serde can't read the integer keys of a map in what is flattened; \
         give the map `String` keys, or a field of its own instead of `flatten`"
    );
    let sent = r#"{"lines":{"1":"a"},"text":""}"#;
    assert!(serde_json::from_str::<Flattened<Keyed>>(sent).is_err());
}

#[test]
fn fields_of_their_own_are_read() {
    let cx = CallContext::new();
    for (tool, sent) in [
        (
            tool::<Nested<Wide>>(),
            r#"{"it":{"big":340282366920938463463374607431768211455},"text":""}"#,
        ),
        (
            tool::<Nested<Keyed>>(),
            r#"{"it":{"lines":{"4294967295":"a"}},"text":""}"#,
        ),
        (
            tool::<Nested<Signed>>(),
            r#"{"it":{"other":-170141183460469231731687303715884105728},"text":""}"#,
        ),
        (
            tool::<Nested<Deep>>(),
            r#"{"it":{"inner":[{"big":1}]},"text":""}"#,
        ),
    ] {
        let tool = tool.expect("a type that serde can read");
        let sent = Arguments::from(sent).with_exact(true);
        tool.prepare(sent, &cx)
            .map(drop)
            .expect("arguments that fit");
    }
}

/// A number of any size, read as it comes.
#[derive(Deserialize, JsonSchema)]
struct Lenient {
    #[serde(deserialize_with = "any_size")]
    #[schemars(with = "u128")]
    big: u128,
}

fn any_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
    let number = serde_json::Number::deserialize(deserializer)?;
    number
        .as_u128()
        .ok_or_else(|| serde::de::Error::custom("beyond 64 bits"))
}

#[test]
fn a_type_that_can_read_it_is_taken() {
    let tool = tool::<Flattened<Lenient>>().expect("a type that serde can read");
    let sent = Arguments::from(r#"{"big":5,"text":""}"#).with_exact(true);
    tool.prepare(sent, &CallContext::new())
        .map(drop)
        .expect("arguments that fit");
}

/// Any.
#[derive(Tool, Deserialize)]
struct Derived {
    /// Flattened.
    #[serde(flatten)]
    wide: Wide,
}

impl Run for Derived {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        let Wide { big } = self.wide;
        Ok(big.to_string().into())
    }
}

#[test]
#[should_panic(expected = "tool `derived`: big: serde can't read a 128-bit integer")]
fn a_derived_tool_says_so_as_well() {
    let _ = Derived::definition();
}
