//! Envelopes of `find_tool` and `call_tool` that are not written as their schemas have it.
//!
//! Each reading here turns one envelope into the well-formed one that it can only have meant, in
//! the model's own characters, and that one goes through [`dispatch`](crate::dispatch()) as if the
//! model had written it: leniency never decides who answers. What can be meant in two ways is
//! answered with the call to make.

mod call;
mod find;
mod inside;
mod members;
mod repair;

use serde_json::Value;

use crate::builtin::{CALL_TOOL, FIND_TOOL};
use crate::dispatch::{Dispatch, dispatch};
use crate::registry::Registry;

pub use self::repair::EnvelopeRepair;

/// How many wrappings are taken off, one in the other.
const WRAPPINGS: usize = 8;

/// What an envelope can only have meant.
#[derive(Debug)]
pub(crate) enum Meant {
    /// This call.
    Call {
        name: String,
        arguments: String,
        repairs: Vec<EnvelopeRepair>,
    },
    /// More than one thing: text for the model, with the call to make.
    Ambiguous(String),
}

/// Reads one call. A call that the strict table can pass on is what it is.
pub(crate) fn read(registry: &Registry, name: &str, arguments: &str) -> Meant {
    let as_sent = || Meant::Call {
        name: name.to_owned(),
        arguments: arguments.to_owned(),
        repairs: Vec::new(),
    };
    match name {
        FIND_TOOL => find::read(arguments).unwrap_or_else(as_sent),
        CALL_TOOL => match dispatch(registry, name, arguments) {
            Dispatch::Port { tool, arguments } => match inside::read(registry, &tool, &arguments) {
                Some(inner) => call_tool(&tool, inner, vec![EnvelopeRepair::InsideItself]),
                None => as_sent(),
            },
            Dispatch::Local(_) => call::read(registry, arguments).unwrap_or_else(as_sent),
        },
        _ => match inside::read(registry, name, arguments) {
            Some(inner) => Meant::Call {
                name: name.to_owned(),
                arguments: inner,
                repairs: vec![EnvelopeRepair::InsideItself],
            },
            None => as_sent(),
        },
    }
}

/// The well-formed call of `tool`.
fn call_tool(tool: &str, arguments: String, repairs: Vec<EnvelopeRepair>) -> Meant {
    let name = Value::from(tool);
    Meant::Call {
        name: CALL_TOOL.to_owned(),
        arguments: format!("{{\"name\":{name},\"arguments\":{arguments}}}"),
        repairs,
    }
}
