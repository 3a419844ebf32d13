//! What the model reads of a ranked search.

use std::fmt::Write;

use serde_json::Value;

use super::compact::compact;
use super::result::{Reason, Search};
use crate::arguments::required_example;
use crate::builtin::{CALL_TOOL, FIND_TOOL};
use crate::registry::{Entry, Registry};
use crate::schema::ToolSchema;

/// How many bytes a ranked answer has at the most, unless the dispatcher's cap is lower: 8 KiB.
const BUDGET: usize = 8 * 1024;
/// How many hits are shown unless a host says otherwise.
const LIMIT: usize = 8;
/// What is kept free for the lines around the hits.
const FRAME: usize = 256;
/// How many characters of a name or a query are said again.
const SHOWN: usize = 80;

/// How a ranked `find_tool` writes the tools that it found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindStyle {
    /// Each schema as a line of JSON, as `dispatch` does.
    #[default]
    Json,
    /// Name, description and a line for each parameter: about three quarters of the bytes.
    Compact,
}

impl FindStyle {
    /// A schema in this style: one line of JSON, or several lines of text.
    #[must_use]
    pub fn text(self, schema: &ToolSchema) -> String {
        match self {
            // Writing a schema as JSON can't fail.
            Self::Json => serde_json::to_string(schema).unwrap_or_default(),
            Self::Compact => compact(schema),
        }
    }
}

/// How a ranked `find_tool` answers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FindOptions {
    pub(crate) style: FindStyle,
    pub(crate) limit: usize,
    pub(crate) budget: usize,
}

impl Default for FindOptions {
    fn default() -> Self {
        Self {
            style: FindStyle::default(),
            limit: LIMIT,
            budget: BUDGET,
        }
    }
}

/// The answer to `query`. Schemas are whole or not there.
pub(crate) fn find_answer(registry: &Registry, query: &str, options: FindOptions) -> String {
    let search = registry.search(query, options.limit);
    if let Some(reason) = search.reason {
        return nothing(&search, reason, query);
    }
    let room = options.budget.saturating_sub(FRAME);
    let mut hits = String::new();
    let mut shown = 0;
    let mut left_out = Vec::new();
    let entries = search.hits.iter().map(|hit| &registry.entries()[hit.place]);
    for entry in entries {
        let hit = hit(entry, options.style);
        if hits.len() + hit.len() <= room {
            hits.push_str(&hit);
            shown += 1;
        } else {
            left_out.push(entry.schema.name.as_str());
        }
    }
    let matched = search.matched;
    let mut text =
        format!("{matched} tool(s) match, showing {shown} of {matched}, best first:\n{hits}");
    for name in &search.missing {
        let _ = writeln!(text, "No tool is named \"{}\".", short(name));
    }
    let mut names = left_out.into_iter().take(3).map(short).peekable();
    if names.peek().is_some() {
        let names: Vec<String> = names.collect();
        let _ = writeln!(
            text,
            "No room for {}: ask for one with {FIND_TOOL} {}.",
            names.join(", "),
            call_of(&[("query", &format!("select:{}", names[0]))]),
        );
    }
    text.push_str("Call it with call_tool.");
    text
}

fn nothing(search: &Search, reason: Reason, query: &str) -> String {
    let total = search.total;
    let hint = format!(
        "Search again with other words for what the tool does, such as {FIND_TOOL} {}.",
        call_of(&[("query", "send message")])
    );
    match reason {
        Reason::Empty => format!("The query is empty. {hint}"),
        Reason::NoWords => format!(
            "No tool matches. The query \"{}\" has no word to search for. {hint}",
            short(query)
        ),
        Reason::NoMatch => {
            format!("No tool matches. {total} tool(s) were searched. {hint}")
        }
    }
}

/// One tool, and the call to make.
fn hit(entry: &Entry, style: FindStyle) -> String {
    let schema = &entry.schema;
    let mut text = style.text(schema);
    let _ = if entry.core {
        write!(
            text,
            "\nA core tool, called directly: {}\n",
            direct_call(entry)
        )
    } else {
        write!(text, "\nCall: {}\n", call(entry))
    };
    text
}

/// The whole call of a tool, as `call_tool` takes it.
pub(crate) fn call(entry: &Entry) -> String {
    let name = Value::from(entry.schema.name.as_str());
    let arguments = required_example(&entry.schema.parameters);
    let arguments = arguments.as_deref().unwrap_or("{..}");
    format!("{CALL_TOOL} {{\"name\":{name},\"arguments\":{arguments}}}")
}

/// The whole call of a core tool.
pub(crate) fn direct_call(entry: &Entry) -> String {
    let arguments = required_example(&entry.schema.parameters);
    format!(
        "{} {}",
        entry.schema.name,
        arguments.as_deref().unwrap_or("{..}")
    )
}

fn call_of(members: &[(&str, &str)]) -> Value {
    members.iter().copied().collect()
}

fn short(text: &str) -> String {
    let plain = text.chars().filter(|c| !c.is_control());
    plain.take(SHOWN).collect()
}
