//! What a person reads of a session.

use std::io::{self, Write};

use loopd_tools::ToolResponse;

use crate::host::epoch::SYSTEM_PROMPT;
use crate::host::session::{Answered, End, Event, MAX_REPLIES, Session};
use crate::host::watched::Passage;
use crate::prompts::Prompt;

/// Prints what is fixed for the epoch.
pub(crate) fn epoch<P: loopd_tools::ToolPort + 'static>(
    out: &mut dyn Write,
    session: &Session<P>,
) -> io::Result<()> {
    let names = session.registry().names().join(", ");
    writeln!(out, "registry: {names}")?;
    writeln!(out, "system:   {SYSTEM_PROMPT}")?;
    writeln!(out, "tools:    {}", session.tools())
}

/// Prints what is asked.
pub(crate) fn prompt(out: &mut dyn Write, prompt: &Prompt) -> io::Result<()> {
    writeln!(out, "\nperson:   {}", prompt.text)?;
    match prompt.cap {
        Some(bytes) => writeln!(out, "          (results are capped at {bytes} bytes)"),
        None => Ok(()),
    }
}

/// Prints one step.
pub(crate) fn event(out: &mut dyn Write, event: &Event) -> io::Result<()> {
    match event {
        Event::Said(words) => labelled(out, "model:    ", words),
        Event::Called {
            call,
            passage,
            answer,
        } => {
            writeln!(out, "model:    calls {} {}", call.name, call.arguments)?;
            passed(out, passage.as_ref())?;
            let Answered { text, truncated } = answer;
            labelled(
                out,
                if *truncated {
                    "capped:   "
                } else {
                    "answer:   "
                },
                text,
            )
        }
    }
}

fn passed(out: &mut dyn Write, passage: Option<&Passage>) -> io::Result<()> {
    let Some(Passage { request, response }) = passage else {
        return writeln!(out, "host:     answers itself");
    };
    let outcome = match response {
        ToolResponse::Result { .. } => "result",
        ToolResponse::Failed { .. } => "failed",
        ToolResponse::Denied { .. } => "denied",
    };
    writeln!(
        out,
        "port:     {} {} -> {outcome}",
        request.tool, request.arguments
    )
}

/// Prints how a prompt ended.
pub(crate) fn end(out: &mut dyn Write, end: &End) -> io::Result<()> {
    match end {
        End::Words(words) => labelled(out, "loopd:    ", words),
        End::CutOff(words) => {
            labelled(out, "loopd:    ", words)?;
            writeln!(out, "          (cut off: the reply became too long)")
        }
        End::Bound => writeln!(out, "loopd:    gave up after {MAX_REPLIES} replies"),
    }
}

/// Text of several lines stands under its first one.
fn labelled(out: &mut dyn Write, label: &str, text: &str) -> io::Result<()> {
    let indented = text.replace('\n', "\n          ");
    writeln!(out, "{label}{indented}")
}
