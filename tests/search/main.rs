//! Searching tools by rank, and what a host makes of it.

mod answers;
mod embedding;
mod envelope_laws;
mod envelopes;
mod hits;
mod registries;
mod scoring;

use loopd_tools::{Entry, Registry, ToolSchema};
use serde_json::{Value, json};

/// A schema whose parameters are strings, all required.
fn schema(name: &str, description: &str, parameters: &[&str]) -> ToolSchema {
    let properties: serde_json::Map<String, Value> = parameters
        .iter()
        .map(|name| ((*name).to_owned(), json!({"type": "string"})))
        .collect();
    ToolSchema {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: json!({
            "type": "object",
            "properties": properties,
            "required": parameters,
            "additionalProperties": false,
        }),
    }
}

fn entry(name: &str, description: &str, parameters: &[&str]) -> Entry {
    Entry {
        schema: schema(name, description, parameters),
        core: false,
    }
}

/// An office: clock is core.
fn office() -> Registry {
    let mut entries = vec![
        entry("clock", "The current date and time.", &[]),
        entry("send_mail", "Send an email to a person.", &["to", "text"]),
        entry("list_files", "List the files of a folder.", &["folder"]),
        entry(
            "git.commit",
            "Record changes in the repository.",
            &["message"],
        ),
        entry(
            "currency_exchange",
            "Convert an amount from one currency to another.",
            &["from", "to"],
        ),
        entry(
            "createCalendarEvent",
            "Create an event in a calendar.",
            &["title", "start"],
        ),
        entry("delete_file", "Delete one file for good.", &["path"]),
        entry("get_weather", "The weather forecast for a city.", &["city"]),
    ];
    entries[0].core = true;
    Registry::new(entries)
}
