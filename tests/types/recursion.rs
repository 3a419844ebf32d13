//! Types that hold themselves.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Kind, list};

/// A node of a tree.
#[derive(Deserialize, JsonSchema)]
struct Tree {
    name: String,
    children: Vec<Tree>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Recursive {
    tree: Tree,
}

/// Holds itself at the root.
#[derive(Deserialize, JsonSchema)]
pub struct RecursiveRoot {
    name: String,
    children: Vec<RecursiveRoot>,
}

#[derive(Deserialize, JsonSchema)]
struct Binary {
    value: i32,
    /// The smaller ones.
    left: Option<Box<Binary>>,
    right: Option<Box<Binary>>,
}

#[derive(Deserialize, JsonSchema)]
pub struct RecursiveOption {
    /// Where to start.
    root: Binary,
    other: Option<Binary>,
}

#[derive(Deserialize, JsonSchema)]
struct Folder {
    files: Vec<File>,
}

#[derive(Deserialize, JsonSchema)]
struct File {
    name: String,
    unpacked: Option<Folder>,
}

#[derive(Deserialize, JsonSchema)]
pub struct MutuallyRecursive {
    folder: Folder,
    file: File,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Filter {
    Is { field: String, value: String },
    Not { filter: Box<Filter> },
    All { filters: Vec<Filter> },
}

#[derive(Deserialize, JsonSchema)]
pub struct RecursiveEnum {
    filter: Filter,
}

#[derive(Deserialize, JsonSchema)]
struct Group {
    /// By name.
    groups: BTreeMap<String, Group>,
    pair: Option<(Box<Group>, u8)>,
}

#[derive(Deserialize, JsonSchema)]
pub struct RecursiveMap {
    all: Group,
}

pub fn kinds() -> Vec<Kind> {
    list![
        Recursive,
        RecursiveRoot,
        RecursiveOption,
        MutuallyRecursive,
        RecursiveEnum,
        RecursiveMap,
    ]
}
