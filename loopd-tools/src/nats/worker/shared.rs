//! What all tasks of a worker use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use async_nats::{Client, HeaderMap, HeaderValue, Message};
use bytes::Bytes;
use tokio::sync::{RwLock, Semaphore};

use super::calls::{Admission, Calls};
use super::catalogue::Catalogue;
use super::run::Taken;
use super::service::Service;
use crate::broker::Broker;
use crate::nats::claims::Stored;
use crate::nats::error::Refusal;
use crate::nats::message::{Ask, CATALOGUE, CallHead, PAGE, Said};

pub(super) struct Shared {
    pub(super) client: Client,
    pub(super) broker: Broker,
    pub(super) service: Service,
    pub(super) calls: Calls,
    /// As many as may run at once.
    pub(super) slots: Semaphore,
    /// As many as may be here, running or waiting.
    pub(super) room: usize,
    pub(super) draining: AtomicBool,
    pub(super) claims: Stored,
    pub(super) catalogue: RwLock<Arc<Catalogue>>,
}

impl Shared {
    /// A call that comes in: what is to be run, if it is taken.
    pub(super) async fn admit(&self, message: Message) -> Option<Taken> {
        // Nobody waits for an answer: a call that nobody would hear of is not run.
        let reply = message.reply.as_ref()?.to_string();
        let tool = message.subject.rsplit('.').next()?.to_owned();
        let refusal = match self.judge(&message, &tool) {
            Err(refusal) => refusal,
            Ok(head) => match self
                .calls
                .admit(&head.request, &reply, head.hold, self.room)
            {
                Admission::New { go, cancellation } => {
                    return Some(Taken {
                        head,
                        tool,
                        message,
                        reply,
                        go,
                        cancellation,
                    });
                }
                Admission::Known(said) => {
                    self.say_last(&reply, &said).await;
                    return None;
                }
                Admission::Full => Refusal::Busy,
            },
        };
        self.say_last(&reply, &Said::Refused(refusal)).await;
        None
    }

    /// Whether a call can be taken at all.
    fn judge(&self, message: &Message, tool: &str) -> Result<CallHead, Refusal> {
        let head = CallHead::of(message).ok_or(Refusal::Unreadable)?;
        if self.draining.load(Ordering::Relaxed) {
            return Err(Refusal::Draining);
        }
        if head.deadline <= SystemTime::now() {
            return Err(Refusal::Late);
        }
        // Without a digest the host knows nothing of the tool: the broker tells what there is.
        if let Some(digest) = head.digest {
            let slot = self.broker.toolbox().slot(tool);
            let slot = slot.ok_or(Refusal::NoSuchTool)?;
            if slot.digest() != digest {
                return Err(Refusal::Changed);
            }
        }
        Ok(head)
    }

    /// What a host asks this very worker.
    pub(super) async fn answer(&self, message: Message) {
        let Some((ask, request)) = Ask::of(&message) else {
            return;
        };
        let said = match (ask, &message.reply) {
            (Ask::Cancel, _) => {
                self.calls.cancel(&request);
                return;
            }
            (_, None) => return,
            (Ask::Tools, Some(reply)) => return self.page(&message, reply.to_string()).await,
            (Ask::Go, Some(reply)) => self.calls.go(&request, reply.to_string()),
            (Ask::State, _) => Some(self.calls.state(&request)),
        };
        if let (Some(said), Some(reply)) = (said, message.reply) {
            self.say_last(&reply, &said).await;
        }
    }

    /// A page of the catalogue, or no text if the one that is asked for is not the one there is.
    async fn page(&self, message: &Message, reply: String) {
        let catalogue = Arc::clone(&*self.catalogue.read().await);
        let header =
            |name: &'static str| message.headers.as_ref()?.get(name).map(HeaderValue::as_str);
        let wanted = header(CATALOGUE) == Some(catalogue.digest.to_string().as_str());
        let number = header(PAGE).and_then(|text| text.parse::<usize>().ok());
        let page = number
            .filter(|_| wanted)
            .and_then(|number| catalogue.pages.get(number));
        let mut headers = HeaderMap::new();
        headers.insert(CATALOGUE, catalogue.digest.to_string());
        if page.is_some() {
            headers.insert(PAGE, "1");
        }
        let page = page.cloned().unwrap_or_default();
        self.publish(reply.clone(), headers, page).await;
        self.close(&reply).await;
    }

    pub(super) fn taken(&self) -> Said {
        Said::Taken {
            worker: self.service.id.clone(),
        }
    }

    /// Says something to which more will be said.
    pub(super) async fn say(&self, reply: &str, said: &Said) {
        let (headers, payload) = said.message();
        self.publish(reply.to_owned(), headers, payload).await;
    }

    /// Says the last thing that goes to this reply.
    pub(super) async fn say_last(&self, reply: &str, said: &Said) {
        self.say(reply, said).await;
        self.close(reply).await;
    }

    /// Between two accounts the server keeps a way back for each request, until an empty message
    /// ends it. It gives those ways names of its own.
    pub(super) async fn close(&self, reply: &str) {
        if reply.starts_with("_R_.") {
            let _ = self.client.publish(reply.to_owned(), Bytes::new()).await;
        }
    }

    /// What can't be published is asked for again by whoever waits for it.
    async fn publish(&self, subject: String, headers: HeaderMap, payload: Bytes) {
        let _ = self
            .client
            .publish_with_headers(subject, headers, payload)
            .await;
    }

    /// Tells all directories that the worker is here, or is not.
    pub(super) async fn show(&self, state: &str) {
        let subject = self.service.subjects.presence(&self.service.group);
        let text = self.service.ping(&*self.catalogue.read().await, state);
        let _ = self.client.publish(subject, text.to_string().into()).await;
    }
}
