//! Fetching a catalogue from a worker, and checking each tool of it.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, Request};

use crate::definition::Definition;
use crate::nats::message::{Ask, CATALOGUE, PAGE};
use crate::schema::Digest;
use crate::toolbox::check_definition;

/// How long a worker may take for a page.
const PATIENCE: Duration = Duration::from_secs(5);

/// How much of an unreadable definition is shown.
const SHOWN: usize = 64;

/// How much one worker may announce.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) tools: usize,
    pub(super) bytes: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            tools: 100_000,
            bytes: 64 * 1024 * 1024,
        }
    }
}

/// A catalogue that was fetched.
#[derive(Debug)]
pub(super) struct Fetched {
    pub(super) tools: Vec<Tool>,
    /// What can't be listed: a name, and why not.
    pub(super) refused: Vec<(String, String)>,
}

#[derive(Debug)]
pub(super) struct Tool {
    pub(super) definition: Arc<Definition>,
    pub(super) digest: Digest,
}

/// Where a catalogue is.
#[derive(Debug, Clone)]
pub(super) struct Source {
    pub(super) subject: String,
    pub(super) catalogue: Digest,
    pub(super) pages: usize,
}

/// The catalogue; a reason if it is too big, and none if it did not come whole: then it is asked for
/// again when the worker says the next time that it is there.
pub(super) async fn fetch(
    client: Client,
    source: Source,
    bounds: Bounds,
) -> Result<Fetched, Option<String>> {
    let mut text = Vec::new();
    for page in 0..source.pages {
        let mut headers = Ask::Tools.headers("");
        headers.insert(CATALOGUE, source.catalogue.to_string());
        headers.insert(PAGE, page.to_string());
        let request = Request::new().headers(headers).timeout(Some(PATIENCE));
        let answer = client.send_request(source.subject.clone(), request).await;
        let answer = answer.map_err(|_| None)?;
        let page = answer
            .headers
            .as_ref()
            .and_then(|headers| headers.get(PAGE));
        if page.is_none() {
            return Err(None);
        }
        text.extend_from_slice(&answer.payload);
        if text.len() > bounds.bytes {
            return Err(Some(format!(
                "its definitions have more than {} bytes",
                bounds.bytes
            )));
        }
    }
    // Reading thousands of schemas takes a while.
    let read = tokio::task::spawn_blocking(move || read(&text, source.catalogue, bounds));
    read.await.unwrap_or(Err(None))
}

fn read(text: &[u8], catalogue: Digest, bounds: Bounds) -> Result<Fetched, Option<String>> {
    if Digest::of_bytes(text) != catalogue {
        return Err(Some("what it sends is not what it announces".to_owned()));
    }
    let mut fetched = Fetched {
        tools: Vec::new(),
        refused: Vec::new(),
    };
    for line in text.split(|byte| *byte == b'\n') {
        if line.is_empty() {
            continue;
        }
        if fetched.tools.len() + fetched.refused.len() == bounds.tools {
            return Err(Some(format!("it has more than {} tools", bounds.tools)));
        }
        match tool(line) {
            Ok(tool) => fetched.tools.push(tool),
            Err(refused) => fetched.refused.push(refused),
        }
    }
    Ok(fetched)
}

fn tool(line: &[u8]) -> Result<Tool, (String, String)> {
    let definition: Definition = serde_json::from_slice(line).map_err(|error| {
        let start = String::from_utf8_lossy(&line[..line.len().min(SHOWN)]);
        (plain(&start), plain(error))
    })?;
    let refused = |reason| (plain(definition.name()), reason);
    check_definition(&definition).map_err(|error| refused(plain(error)))?;
    let description = &definition.schema().description;
    let odd = |c: &char| c.is_control() && !matches!(c, '\n' | '\t');
    if let Some(odd) = description.chars().find(odd) {
        return Err(refused(format!("the description holds {odd:?}")));
    }
    Ok(Tool {
        digest: definition.schema().digest(),
        definition: Arc::new(definition),
    })
}

/// A peer's words, on one line and without characters that a terminal obeys.
fn plain(text: impl Display) -> String {
    let text = text.to_string();
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(512).map(plain).collect()
}
