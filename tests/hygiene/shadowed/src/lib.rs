//! The derives in a scope where every name that they might have meant means something else. The
//! primitive types are left alone: neither serde nor schemars takes their loss.
#![cfg(test)]
#![allow(dead_code, unused_macros, clippy::derivable_impls)]

macro_rules! types {
    ($($name:ident)*) => { $(pub struct $name;)* };
}

macro_rules! modules {
    ($($name:ident)*) => { $(pub mod $name {})* };
}

macro_rules! macros {
    ($dollar:tt $($name:ident)*) => {
        $(
            #[allow(unused_macros)]
            macro_rules! $name {
                ($dollar($dollar any:tt)*) => { compile_error!("the user's own macro") };
            }
        )*
    };
}

types! {
    Result Option String Ok Err Some None Box Vec Future Default Into From TryFrom TryInto Clone
    Copy Cow Iterator IntoIterator Extend ToString ToOwned AsRef Send Sync Sized Drop Fn FnOnce
    FnMut Eq PartialEq Debug Duration Schema SchemaGenerator JsonSchema Deserialize Serialize
    Deserializer Serializer Tool Run Meta Error Map Value Context ToolOutput ToolError Visitor
    PhantomData Resource
}

modules! {
    std core alloc serde schemars loopd_tools agent_kit serde_json __private fmt
}

macros! { $
    concat stringify format vec assert json json_schema module_path unreachable matches panic
}

/// Searches files.
#[derive(::agent_kit::Tool, ::serde::Deserialize)]
#[tool(
    crate = ::agent_kit,
    core,
    title = "Search",
    state = Value,
    resource = path,
    timeout = "3s",
    requires("fs.read"),
    max_output = "1KiB",
    example = r#"{"path": "x"}"#
)]
pub struct Search {
    /// Where to look.
    path: ::std::string::String,
    #[serde(default)]
    kinds: ::std::vec::Vec<Kind>,
    #[serde(default = "one")]
    #[schemars(range(min = 1), extend("x-own" = 1))]
    depth: ::std::primitive::u8,
    limit: ::std::option::Option<::std::primitive::u8>,
    #[serde(skip)]
    never: ::std::option::Option<Option>,
}

fn one() -> ::std::primitive::u8 {
    1
}

/// Says nothing.
#[derive(::agent_kit::Tool, ::serde::Deserialize)]
#[tool(crate = ::agent_kit)]
pub struct Nothing;

#[derive(::agent_kit::JsonSchema, ::serde::Deserialize, ::serde::Serialize)]
#[tool(crate = ::agent_kit)]
pub enum Kind {
    /// Of no kind.
    Plain,
    Data {
        #[serde(default, skip_serializing_if = "is_one")]
        depth: ::std::primitive::u8,
    },
    Newtype(Wrapped),
    Pair(::std::primitive::u8, ::std::string::String),
}

fn is_one(depth: &::std::primitive::u8) -> ::std::primitive::bool {
    *depth == 1
}

#[derive(::agent_kit::JsonSchema, ::serde::Deserialize, ::serde::Serialize)]
#[tool(crate = ::agent_kit)]
pub struct Wrapped(::std::primitive::u8);

#[derive(::agent_kit::JsonSchema, ::serde::Deserialize)]
#[tool(crate = ::agent_kit)]
#[serde(tag = "tag")]
pub enum Internal {
    Plain,
    Data { depth: ::std::primitive::u8 },
}

#[derive(::agent_kit::JsonSchema, ::serde::Deserialize)]
#[tool(crate = ::agent_kit)]
#[serde(tag = "tag", content = "content")]
pub enum Adjacent {
    Plain,
    Data { depth: ::std::primitive::u8 },
}

#[derive(::agent_kit::JsonSchema, ::serde::Deserialize)]
#[tool(crate = ::agent_kit)]
#[serde(untagged)]
pub enum Untagged<T> {
    Data { depth: T },
    Newtype(Wrapped),
}

#[derive(::agent_kit::JsonSchema, ::serde::Deserialize)]
#[tool(crate = ::agent_kit)]
#[serde(default)]
pub struct Page {
    #[serde(flatten)]
    rest: ::std::collections::BTreeMap<::std::string::String, ::std::primitive::u8>,
    internal: ::std::option::Option<Internal>,
    adjacent: ::std::option::Option<Adjacent>,
    untagged: ::std::option::Option<Untagged<::std::primitive::u8>>,
}

impl ::std::default::Default for Page {
    fn default() -> Self {
        Self {
            rest: ::std::default::Default::default(),
            internal: ::std::option::Option::None,
            adjacent: ::std::option::Option::None,
            untagged: ::std::option::Option::None,
        }
    }
}

/// Reads pages.
#[derive(::agent_kit::Tool, ::serde::Deserialize)]
#[tool(crate = ::agent_kit)]
pub struct Read {
    page: Page,
}

impl ::agent_kit::Run for Search {
    async fn run(
        self,
        _cx: ::agent_kit::Context<'_, Value>,
    ) -> ::std::result::Result<::agent_kit::ToolOutput, ::agent_kit::ToolError> {
        ::std::result::Result::Ok(::std::convert::From::from(self.path))
    }
}

impl ::agent_kit::Run for Nothing {
    async fn run(
        self,
        _cx: ::agent_kit::Context<'_>,
    ) -> ::std::result::Result<::agent_kit::ToolOutput, ::agent_kit::ToolError> {
        ::std::result::Result::Ok(::std::convert::From::from(""))
    }
}

impl ::agent_kit::Run for Read {
    async fn run(
        self,
        _cx: ::agent_kit::Context<'_>,
    ) -> ::std::result::Result<::agent_kit::ToolOutput, ::agent_kit::ToolError> {
        ::std::result::Result::Ok(::std::convert::From::from(""))
    }
}

mod tests {
    use agent_kit::{CallContext, DynTool, Tool};

    use super::{Nothing, Read, Search, Value};

    #[test]
    fn the_schema_to_the_byte() {
        let schema = Search::schema().parameters;
        ::std::assert_eq!(schema["properties"]["depth"]["default"], 1);
        ::std::assert_eq!(schema["properties"]["depth"]["minimum"], 1);
        ::std::assert_eq!(schema["required"].to_string(), r#"["path"]"#);
        ::std::assert_eq!(
            Nothing::schema().parameters.to_string(),
            r#"{"type":"object","properties":{},"additionalProperties":false}"#
        );
    }

    #[test]
    fn arguments_are_decoded() {
        let cx = CallContext::new();
        let search = Search::with(Value);
        let all = r#"{"path": "x", "kinds": ["Plain", {"Data": {}}, {"Newtype": 1}, {"Pair": [1, "a"]}]}"#;
        let call = search.prepare(all.into(), &cx).unwrap();
        ::std::assert_eq!(call.plan().resource.as_deref(), Some("x"));
        ::std::assert!(search.prepare(r#"{"path": "x", "depth": 0}"#.into(), &cx).is_err());
        let read = Read::tool();
        let page = r#"{"page": {"a": 1, "internal": {"tag": "Data", "depth": 2}, "untagged": 3}}"#;
        ::std::assert!(read.prepare(page.into(), &cx).is_ok());
        ::std::assert!(Nothing::tool().prepare("{}".into(), &cx).is_ok());
    }
}
