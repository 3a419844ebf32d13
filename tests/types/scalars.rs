//! One value of each primitive type.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Kind, list};

#[derive(Deserialize, JsonSchema)]
pub struct Nothing {}

#[derive(Deserialize, JsonSchema)]
pub struct Texts {
    /// A line.
    text: String,
    boxed: Box<str>,
    letter: char,
}

#[derive(Deserialize, JsonSchema)]
pub struct Flag {
    /// Whether to.
    on: bool,
}

#[derive(Deserialize, JsonSchema)]
pub struct SmallIntegers {
    a: u8,
    b: i8,
    c: u16,
    d: i16,
}

#[derive(Deserialize, JsonSchema)]
pub struct Integers {
    a: u32,
    b: i32,
    c: u64,
    d: i64,
}

#[derive(Deserialize, JsonSchema)]
pub struct Sizes {
    a: usize,
    b: isize,
}

#[derive(Deserialize, JsonSchema)]
pub struct BigIntegers {
    a: u128,
    b: i128,
}

#[derive(Deserialize, JsonSchema)]
pub struct Floats {
    a: f32,
    /// The share, from 0 to 1.
    b: f64,
}

#[derive(Deserialize, JsonSchema)]
pub struct Unit {
    nothing: (),
}

#[derive(Deserialize, JsonSchema)]
pub struct Anything {
    any: serde_json::Value,
    /// Goes along unread.
    documented: serde_json::Value,
    number: serde_json::Number,
}

pub fn kinds() -> Vec<Kind> {
    list![
        Nothing,
        Texts,
        Flag,
        SmallIntegers,
        Integers,
        Sizes,
        BigIntegers,
        Floats,
        Unit,
        Anything,
    ]
}
