//! The loop of `examples/loopd`: its own code, against a server over real HTTP that says what a
//! test tells it to say.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

#[path = "../../examples/loopd/host/mod.rs"]
mod host;
#[path = "../../examples/loopd/options.rs"]
mod options;
#[path = "../../examples/loopd/prompts.rs"]
mod prompts;

mod command_line;
mod peer;
mod program;
mod recorded;
mod replies;
mod trouble;

use std::sync::Arc;

use loopd_tools::FakeTools;

use host::epoch::registry;
use host::model::{Model, ModelError};
use host::session::{Answered, End, Event, Session};

/// A session and the port behind it.
fn session() -> (Session<Arc<FakeTools>>, Arc<FakeTools>) {
    let fake = Arc::new(FakeTools::new());
    (Session::new(registry(), Arc::clone(&fake)).unwrap(), fake)
}

/// What a prompt leads to.
fn ask(
    session: &Session<Arc<FakeTools>>,
    model: &mut dyn Model,
    prompt: &str,
) -> (Result<End, ModelError>, Vec<Event>) {
    let mut events = Vec::new();
    let end = session.ask(model, prompt, &mut |event| events.push(event));
    (end, events)
}

/// What the model reads as the answers of its calls.
fn answers(events: &[Event]) -> Vec<&str> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Called {
                answer: Answered { text, .. },
                ..
            } => Some(text.as_str()),
            Event::Said(_) => None,
        })
        .collect()
}
