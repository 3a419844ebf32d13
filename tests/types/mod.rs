//! Argument types of every shape that a tool can have, for the tests of schemas and of arguments.
//!
//! Each [`Kind`] is a struct whose fields have the shapes that its file is named for.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::pedantic,
    reason = "what the types hold is read by serde alone"
)]

mod defaults;
mod enums;
mod flattening;
mod foreign;
mod limits;
mod maps;
mod names;
mod nesting;
mod options;
mod recursion;
mod scalars;
mod sequences;
mod std_types;
pub mod values;

use loopd_tools::{FnTool, SchemaError, parameters_of};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An argument type.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The type's name.
    pub name: &'static str,
    /// Its canonical schema.
    pub schema: fn() -> Result<Value, SchemaError>,
    /// serde's own verdict on a value.
    pub decode: fn(Value) -> Result<(), serde_json::Error>,
    /// A tool with such arguments.
    pub tool: fn() -> Result<FnTool, SchemaError>,
    /// Whether serde takes all that the schema allows. It does not where text has a syntax of its
    /// own, which the schema names and the type's own deserializer judges.
    pub exact: bool,
    /// Whether the schema allows less than serde takes, unknown keys apart: limits that serde does not
    /// know, and times that it can't hold.
    pub narrower: bool,
}

impl Kind {
    fn of<T: JsonSchema + DeserializeOwned + Send + 'static>(name: &'static str) -> Self {
        Self {
            name,
            schema: parameters_of::<T>,
            decode: |value| T::deserialize(value).map(drop),
            tool: || FnTool::typed_sync("tool", "Takes arguments.", |_: T, _| "taken"),
            exact: true,
            narrower: false,
        }
    }

    fn inexact(self) -> Self {
        Self {
            exact: false,
            ..self
        }
    }

    fn narrower(self) -> Self {
        Self {
            narrower: true,
            ..self
        }
    }
}

/// All of them.
pub fn kinds() -> Vec<Kind> {
    [
        scalars::kinds(),
        options::kinds(),
        sequences::kinds(),
        maps::kinds(),
        enums::kinds(),
        nesting::kinds(),
        flattening::kinds(),
        names::kinds(),
        defaults::kinds(),
        limits::kinds(),
        std_types::kinds(),
        recursion::kinds(),
        foreign::kinds(),
    ]
    .concat()
}

/// The kind of this name.
pub fn kind(name: &str) -> Kind {
    let found = kinds().into_iter().find(|kind| kind.name == name);
    found.unwrap_or_else(|| panic!("no kind is named {name}"))
}

/// A list of kinds by the names of their types.
macro_rules! list {
    ($($type:ident),* $(,)?) => {
        vec![$($crate::types::Kind::of::<$type>(stringify!($type))),*]
    };
}
use list;
