//! What a model sends, and how it becomes the tool's struct.
//!
//! text → `direct` → struct, where the schema is plain and the text fits; else
//! text → `reader` → tree → `checker` → (`repair`, then `checker` again) → `deserializer` → struct

mod build;
mod checker;
mod decoder;
mod deserializer;
mod direct;
mod example;
#[cfg(feature = "jsonschema")]
mod external;
mod input;
mod limits;
pub(crate) mod nearest;
mod number;
mod place;
mod problem;
mod reader;
mod repair;
mod report;
mod scanner;
mod shown;
mod tree;
mod variant;
mod witness;
mod words;

pub use self::checker::SchemaProblem;
pub use self::input::Arguments;
pub use self::limits::{Limits, MAX_BYTES, MAX_DEPTH};
pub use self::problem::{Problem, ProblemKind};
pub use self::repair::{Repair, RepairKind};

pub(crate) use self::build::{BySerde, ByTool};
pub(crate) use self::decoder::{Decoded, Decoder};
pub(crate) use self::example::required_example;
pub(crate) use self::repair::unwrapped;
