//! The services API of NATS (ADR-32): how tools of others, and directories, find workers.
//!
//! Written here and not taken from the client crate, whose services have the same metadata as long
//! as they live, while a toolbox changes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::client::SubscribeError;
use async_nats::{Client, Message, Subscriber};
use bytes::Bytes;
use futures_util::stream::{SelectAll, select_all};
use serde_json::{Map, Value, json};

use super::catalogue::Catalogue;
use crate::nats::SERVICE;
use crate::nats::subjects::Subjects;

const VERSION: &str = env!("CARGO_PKG_VERSION");
const PREFIX: &str = "$SRV";
const VERBS: [&str; 3] = ["PING", "INFO", "STATS"];

/// Room for what stands around the endpoints.
const AROUND: usize = 8 * 1024;

/// What the service says of its worker.
pub(super) struct Service {
    pub(super) id: String,
    pub(super) group: String,
    pub(super) subjects: Subjects,
    pub(super) description: String,
    pub(super) started: String,
    pub(super) beat: Duration,
    pub(super) counts: Counts,
}

/// What the service has done so far.
#[derive(Default)]
pub(super) struct Counts {
    requests: AtomicU64,
    errors: AtomicU64,
    nanos: AtomicU64,
}

impl Counts {
    pub(super) fn count(&self, failed: bool, took: Duration) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.errors.fetch_add(u64::from(failed), Ordering::Relaxed);
        let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.nanos.fetch_add(nanos, Ordering::Relaxed);
    }
}

impl Service {
    /// All subjects that a service answers: each verb for all services, for those of this name, and
    /// for this one.
    pub(super) async fn subscribe(
        &self,
        client: &Client,
    ) -> Result<SelectAll<Subscriber>, SubscribeError> {
        let mut all = Vec::with_capacity(9);
        for verb in VERBS {
            let (name, id) = (SERVICE, &self.id);
            for subject in [
                format!("{PREFIX}.{verb}"),
                format!("{PREFIX}.{verb}.{name}"),
                format!("{PREFIX}.{verb}.{name}.{id}"),
            ] {
                all.push(client.subscribe(subject).await?);
            }
        }
        Ok(select_all(all))
    }

    /// The answer to a request of the services API; none if it is no such request.
    pub(super) fn answer(
        &self,
        message: &Message,
        catalogue: &Catalogue,
        limit: usize,
    ) -> Option<Bytes> {
        let verb = message.subject.split('.').nth(1)?;
        let answer = match verb {
            "PING" => self.ping(catalogue, "here"),
            "INFO" => self.info(catalogue, limit),
            "STATS" => self.stats(catalogue),
            _ => return None,
        };
        Some(answer.to_string().into())
    }

    /// What `PING` gets, and what is published as presence.
    pub(super) fn ping(&self, catalogue: &Catalogue, state: &str) -> Value {
        Value::Object(self.head("ping", catalogue, state))
    }

    fn head(&self, kind: &str, catalogue: &Catalogue, state: &str) -> Map<String, Value> {
        let metadata = json!({
            "group": self.group,
            "state": state,
            "catalogue": catalogue.digest.to_string(),
            "tools": catalogue.tools.len().to_string(),
            "pages": catalogue.pages.len().to_string(),
            "beat_ms": self.beat.as_millis().to_string(),
        });
        Map::from_iter([
            (
                "type".to_owned(),
                format!("io.nats.micro.v1.{kind}_response").into(),
            ),
            ("name".to_owned(), SERVICE.into()),
            ("id".to_owned(), self.id.as_str().into()),
            ("version".to_owned(), VERSION.into()),
            ("metadata".to_owned(), metadata),
        ])
    }

    /// An endpoint for each tool, with its definition; without the definitions, or with one endpoint
    /// for all, where it would be too big for a message.
    fn info(&self, catalogue: &Catalogue, limit: usize) -> Value {
        let room = limit.saturating_sub(AROUND);
        let mut info = self.head("info", catalogue, "here");
        info.insert("description".to_owned(), self.description.as_str().into());
        let endpoint = |name: &str, metadata: Value| {
            json!({
                "name": name,
                "subject": self.subjects.call(&self.group, name),
                "queue_group": self.group,
                "metadata": metadata,
            })
        };
        let tools = catalogue.tools.iter();
        let whole: Value = tools
            .clone()
            .map(|tool| endpoint(&tool.name, json!({"definition": tool.definition})))
            .collect();
        let names = || tools.map(|tool| endpoint(&tool.name, json!({}))).collect();
        let fits = |endpoints: &Value| endpoints.to_string().len() <= room;
        let endpoints = Some(whole)
            .filter(fits)
            .or_else(|| Some(names()).filter(fits))
            .unwrap_or_else(|| json!([endpoint("*", json!({}))]));
        info.insert("endpoints".to_owned(), endpoints);
        info.into()
    }

    fn stats(&self, catalogue: &Catalogue) -> Value {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (requests, nanos) = (count(&self.counts.requests), count(&self.counts.nanos));
        let mut stats = self.head("stats", catalogue, "here");
        stats.insert("started".to_owned(), self.started.as_str().into());
        let endpoint = json!({
            "name": "call",
            "subject": self.subjects.calls(&self.group),
            "queue_group": self.group,
            "num_requests": requests,
            "num_errors": count(&self.counts.errors),
            "last_error": "",
            "processing_time": nanos,
            "average_processing_time": nanos.checked_div(requests).unwrap_or(0),
        });
        stats.insert("endpoints".to_owned(), json!([endpoint]));
        stats.into()
    }
}
