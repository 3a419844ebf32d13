//! Lists, sets, arrays and tuples.

use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Kind, list};

#[derive(Deserialize, JsonSchema)]
pub struct Lists {
    /// The words.
    words: Vec<String>,
    deep: Vec<Vec<u8>>,
    queue: VecDeque<bool>,
    chain: LinkedList<i16>,
    heap: BinaryHeap<u16>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Sets {
    /// The tags.
    tags: BTreeSet<String>,
    numbers: HashSet<u32>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Arrays {
    rgb: [u8; 3],
    none: [u8; 0],
    grid: [[f64; 2]; 2],
}

#[derive(Deserialize, JsonSchema)]
pub struct Tuples {
    same: (f64, f64),
    mixed: (String, u8, bool),
    one: (i32,),
    list: Vec<(String, u64)>,
}

#[derive(Deserialize, JsonSchema)]
struct Pair(u8, String);

#[derive(Deserialize, JsonSchema)]
struct Meters(u32);

#[derive(Deserialize, JsonSchema)]
pub struct TupleStructs {
    pair: Pair,
    /// How far.
    distance: Meters,
}

#[derive(Deserialize, JsonSchema)]
pub struct AnyItems {
    items: Vec<serde_json::Value>,
}

pub fn kinds() -> Vec<Kind> {
    list![Lists, Sets, Arrays, Tuples, TupleStructs, AnyItems]
}
