//! The registry, the dispatch table, the port and what stands around them.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod cap;
mod dispatch_laws;
mod dispatcher;
mod fake;
mod laws;
mod port;
mod stored;
mod table;

use loopd_tools::{Entry, ToolSchema};
use serde_json::{Value, json};

/// A tool of one optional text that is not core.
fn entry(name: &str, description: &str) -> Entry {
    Entry {
        schema: schema(name, description),
        core: false,
    }
}

/// A tool of one optional text that is core.
fn core_entry(name: &str, description: &str) -> Entry {
    Entry {
        core: true,
        ..entry(name, description)
    }
}

fn schema(name: &str, description: &str) -> ToolSchema {
    ToolSchema {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: parameters(),
    }
}

fn parameters() -> Value {
    json!({"type": "object", "properties": {"text": {"type": "string"}}})
}
