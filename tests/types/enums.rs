//! Enums in each representation.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Kind, list};

#[derive(Deserialize, JsonSchema)]
enum Bare {
    Red,
    Green,
}

/// What to do.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Documented {
    /// Look, and change nothing.
    ReadOnly,
    /// Change
    /// what is there.
    ReadWrite,
    Neither,
}

#[derive(Deserialize, JsonSchema)]
pub struct UnitEnums {
    bare: Bare,
    documented: Documented,
    /// The mode to open with.
    own_words: Documented,
    several: Vec<Bare>,
}

#[derive(Deserialize, JsonSchema)]
enum External {
    Nothing,
    Text(String),
    Pair(u8, u8),
    /// With names.
    Named {
        /// How many.
        count: u32,
        rest: Option<String>,
    },
    Empty {},
}

#[derive(Deserialize, JsonSchema)]
pub struct Externally {
    /// One of them.
    one: External,
    many: Vec<External>,
}

#[derive(Deserialize, JsonSchema)]
struct Circle {
    radius: f64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Internal {
    Nothing,
    /// A round one.
    Circle(Circle),
    Box {
        width: f64,
        height: Option<f64>,
    },
}

#[derive(Deserialize, JsonSchema)]
pub struct Internally {
    shape: Internal,
    shapes: Option<Vec<Internal>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", content = "value")]
enum Adjacent {
    Nothing,
    Text(String),
    Pair(u8, String),
    Named { count: u32 },
}

#[derive(Deserialize, JsonSchema)]
pub struct Adjacently {
    /// One of them.
    one: Adjacent,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    /// By its number.
    Number(u64),
    /// By its name.
    Name(String),
    Range {
        start: u64,
        end: u64,
    },
    Many(Vec<u64>),
}

#[derive(Deserialize, JsonSchema)]
pub struct Untaggeds {
    which: Untagged,
    maybe: Option<Untagged>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", deny_unknown_fields)]
enum Strict {
    Unit,
    One { a: u8 },
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Renamed {
    FirstOne {
        some_field: u8,
        #[serde(rename = "other")]
        another_field: Option<bool>,
    },
    #[serde(rename = "2nd")]
    Second,
    #[serde(skip)]
    Never,
    #[serde(alias = "3rd")]
    Third,
}

#[derive(Deserialize, JsonSchema)]
pub struct OtherEnums {
    strict: Strict,
    renamed: Renamed,
}

/// Known ones, and whatever else is text.
#[derive(Deserialize, JsonSchema)]
enum LateUntagged {
    At {
        line: u32,
    },
    #[serde(untagged)]
    Other(String),
}

#[derive(Deserialize, JsonSchema)]
pub struct UntaggedVariants {
    which: LateUntagged,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "op")]
enum Deep {
    Wrap { inner: Internal },
    List { items: Vec<Untagged> },
}

#[derive(Deserialize, JsonSchema)]
pub struct EnumsInEnums {
    deep: Deep,
}

pub fn kinds() -> Vec<Kind> {
    list![
        UnitEnums,
        Externally,
        Internally,
        Adjacently,
        Untaggeds,
        OtherEnums,
        UntaggedVariants,
        EnumsInEnums,
    ]
}
