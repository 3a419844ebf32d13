//! `find_tool` and `call_tool`, for clients with a short list.

use crate::builtin::{CALL_TOOL, FIND_TOOL};
use crate::dispatch::{Dispatch, dispatch, query};
use crate::registry::Registry;
use crate::search::{FindOptions, find_answer};

/// What a call means.
pub(super) enum Meant {
    /// The call of a tool.
    Tool { name: String, arguments: String },
    /// Nothing that a tool is needed for.
    Answer { text: String, is_error: bool },
}

/// What a call of one of the two names means; any other name is the tool's own.
pub(super) fn resolve(registry: &Registry, name: String, arguments: String) -> Meant {
    if name != FIND_TOOL && name != CALL_TOOL {
        return Meant::Tool { name, arguments };
    }
    // By rank: a list that is worth keeping short is too long for a search by substrings.
    if name == FIND_TOOL {
        let query = query(&arguments).unwrap_or_default();
        return Meant::Answer {
            text: find_answer(registry, &query, FindOptions::default()),
            is_error: false,
        };
    }
    match dispatch(registry, &name, &arguments) {
        Dispatch::Port { tool, arguments } => Meant::Tool {
            name: tool,
            arguments,
        },
        // What `call_tool` does not pass on is a call that went wrong.
        Dispatch::Local(text) => Meant::Answer {
            text,
            is_error: true,
        },
    }
}
