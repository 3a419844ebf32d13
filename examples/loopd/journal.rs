//! What a program reads of a session: a JSON object a line for each call.

use std::io::{self, Write};

use loopd_tools::ToolResponse;
use serde::Serialize;

use crate::host::session::Event;

#[derive(Serialize)]
struct Line<'a> {
    prompt: &'a str,
    /// The call as the model made it.
    name: &'a str,
    arguments: &'a str,
    /// The tool that the port was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'a str>,
    /// Who answered, and how.
    outcome: &'static str,
    /// What the model reads.
    answer: &'a str,
}

/// Writes one step, if it is a call.
pub(crate) fn event(out: &mut dyn Write, prompt: &str, event: &Event) -> io::Result<()> {
    let Event::Called {
        call,
        passage,
        answer,
    } = event
    else {
        return Ok(());
    };
    let outcome = match passage.as_ref().map(|passage| &passage.response) {
        None => "host",
        Some(ToolResponse::Result { .. }) => "result",
        Some(ToolResponse::Failed { .. }) => "failed",
        Some(ToolResponse::Denied { .. }) => "denied",
    };
    let line = Line {
        prompt,
        name: &call.name,
        arguments: &call.arguments,
        tool: passage
            .as_ref()
            .map(|passage| passage.request.tool.as_str()),
        outcome,
        answer: &answer.text,
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)
}
