//! Step 1: the tool that a call means.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;

use crate::arguments::nearest::closest;
use crate::builtin::CALL_TOOL;
use crate::dispatch::{Dispatch, dispatch};
use crate::error::ToolError;
use crate::output::ToolOutput;
use crate::policy::Plain;
use crate::port::ToolRequest;
use crate::registry::is_reserved;
use crate::toolbox::{Slot, Surface, Toolbox};

/// How many names an unknown one is answered with.
const NEAREST: usize = 3;

/// How many characters of an unknown name are shown.
const SHOWN: usize = 80;

/// A call whose tool is there.
pub(super) struct Found<'a> {
    pub(super) slot: Arc<Slot>,
    pub(super) arguments: Cow<'a, str>,
}

/// What a call means.
pub(super) enum Finding<'a> {
    Tool(Found<'a>),
    /// No tool is needed to answer it.
    Answer(ToolOutput),
    Unknown(ToolError),
}

/// Looks for the tool of a call. The two names that hosts answer themselves are resolved here as
/// they are there, so that whoever calls the broker directly meets the same checks: from here on
/// a call is the call of the tool that is meant.
pub(super) fn find<'a>(toolbox: &Toolbox, request: &'a ToolRequest) -> Finding<'a> {
    let ToolRequest { tool, arguments } = request;
    if let Some(slot) = toolbox.slot(tool) {
        return Finding::Tool(Found {
            slot,
            arguments: Cow::Borrowed(arguments),
        });
    }
    let surface = toolbox.surface();
    if !is_reserved(tool) {
        return Finding::Unknown(unknown(&surface, tool));
    }
    match dispatch(surface.registry(), tool, arguments) {
        // An envelope that calls nothing has failed, and fails again if it is sent again.
        Dispatch::Local(text) if tool == CALL_TOOL => Finding::Answer(ToolOutput::error(text)),
        Dispatch::Local(text) => Finding::Answer(ToolOutput::text(text)),
        Dispatch::Port { tool, arguments } => match toolbox.slot(&tool) {
            Some(slot) => Finding::Tool(Found {
                slot,
                arguments: Cow::Owned(arguments),
            }),
            // Removed since the surface was made.
            None => Finding::Unknown(unknown(&toolbox.surface(), &tool)),
        },
    }
}

fn unknown(surface: &Surface, name: &str) -> ToolError {
    let registry = surface.registry();
    let mut message = format!("no tool is named \"{}\"", Plain::new(name, SHOWN));
    let names = registry.schemas().map(|schema| schema.name.as_str());
    let nearest = closest(name, names, NEAREST);
    // Writing to a `String` can't fail.
    let _ = match registry.len() {
        0 => write!(message, "; there is no tool at all"),
        1 => write!(message, "; there is 1 tool"),
        more => write!(message, "; there are {more} tools"),
    };
    if nearest.is_empty() {
        return ToolError::not_found(message).with_advice("Answer without tools.");
    }
    let mut advice = String::from("The nearest names:");
    for name in nearest {
        let core = registry.get(name).is_some_and(|entry| entry.core);
        let _ = if core {
            write!(advice, "\n{name}")
        } else {
            write!(
                advice,
                "\n{name}, called as {CALL_TOOL} {{\"name\":\"{name}\",\"arguments\":{{..}}}}"
            )
        };
    }
    ToolError::not_found(message).with_advice(advice)
}
