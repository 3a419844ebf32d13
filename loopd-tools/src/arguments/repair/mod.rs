//! Lossless readings of mangled arguments: first of the text, then of single values as the schema
//! directs. Each reading is a file; the order in which they are tried is fixed here.
//!
//! Never: text reinterpreted where the schema says string, fractions cut, truncated JSON closed,
//! unreadable input read as an empty object, anything that could be read in two ways.

mod absent;
mod bool_in_string;
mod byte_order_mark;
mod code_fence;
mod edit;
mod envelope;
mod json_in_string;
mod key_spelling;
mod mend;
mod number_in_string;
mod one_item_list;
mod record;
mod same_object_twice;
mod trailing_prose;
mod value_case;

pub use self::record::{Repair, RepairKind};

pub(crate) use self::envelope::{Opened, Unopened, open, unwrapped};
pub(crate) use self::mend::mend;
