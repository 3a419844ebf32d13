//! Structs in structs, and the pointers around them.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Kind, list};

/// A range of lines.
#[derive(Deserialize, JsonSchema)]
struct Range {
    /// The first line, from 1.
    start: u32,
    /// The line behind the last.
    end: u32,
}

#[derive(Deserialize, JsonSchema)]
pub struct Nested {
    /// What to read.
    range: Range,
    ranges: Vec<Range>,
    undocumented: Range,
}

#[derive(Deserialize, JsonSchema)]
struct Inner {
    range: Range,
}

#[derive(Deserialize, JsonSchema)]
struct Middle {
    inner: Inner,
    more: Option<Inner>,
}

#[derive(Deserialize, JsonSchema)]
pub struct DeeplyNested {
    middle: Middle,
}

#[derive(Deserialize, JsonSchema)]
struct Empty {}

#[derive(Deserialize, JsonSchema)]
pub struct NestedEmpty {
    empty: Empty,
}

#[derive(Deserialize, JsonSchema)]
pub struct Pointers {
    boxed: Box<Range>,
    text: Cow<'static, str>,
    cell: std::cell::Cell<u8>,
    wrapped: std::num::Wrapping<u16>,
}

/// Says itself that it takes more.
#[derive(Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = true))]
struct Open {
    known: String,
}

#[derive(Deserialize, JsonSchema)]
pub struct NestedOpen {
    open: Open,
}

#[derive(Deserialize, JsonSchema)]
struct Generic<T> {
    value: T,
    many: Vec<T>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Generics {
    text: Generic<String>,
    number: Generic<u8>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
struct Transparent {
    inner: String,
}

#[derive(Deserialize, JsonSchema)]
pub struct Transparents {
    /// The token.
    token: Transparent,
}

pub fn kinds() -> Vec<Kind> {
    list![
        Nested,
        DeeplyNested,
        NestedEmpty,
        Pointers,
        NestedOpen,
        Generics,
        Transparents,
    ]
}
