//! One call, from its coming in to its response.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use async_nats::Message;
use bytes::Bytes;
use tokio::sync::oneshot;

use super::shared::Shared;
use crate::context::{CallContext, Cancellation};
use crate::nats::error::Refusal;
use crate::nats::message::{CallHead, Said, wire_len};
use crate::port::{ToolRequest, ToolResponse};

/// How long a held call waits for the host's word.
const HELD: Duration = Duration::from_secs(3);

/// A call that runs in one step and ends within this time is not told of before it has ended.
const QUICK: Duration = Duration::from_millis(20);

/// A call that was taken.
pub(super) struct Taken {
    pub(super) head: CallHead,
    pub(super) tool: String,
    pub(super) message: Message,
    pub(super) reply: String,
    pub(super) go: Option<oneshot::Receiver<()>>,
    pub(super) cancellation: Cancellation,
}

/// Runs a call and sends its response.
pub(super) async fn run(shared: Arc<Shared>, taken: Taken) {
    let Taken {
        head,
        tool,
        message,
        reply,
        go,
        cancellation,
    } = taken;
    let held = go.is_some();
    if let Some(go) = go {
        shared.say_last(&reply, &shared.taken()).await;
        let told = tokio::time::timeout(HELD, go).await;
        if !matches!(told, Ok(Ok(()))) && shared.calls.expire(&head.request) {
            return;
        }
    }
    let end = end(&shared, &head, &tool, message.payload, cancellation);
    let mut end = std::pin::pin!(end);
    let said = if let Ok(said) = tokio::time::timeout(QUICK, &mut end).await {
        said
    } else {
        if !held {
            shared.say(&reply, &shared.taken()).await;
        }
        end.await
    };
    // From here on it can be asked for, so that it does not matter if the message is lost.
    if let Some(reply) = shared.calls.end(&head.request, said.clone()) {
        shared.say_last(&reply, &said).await;
    }
}

/// What the host is told at the end.
async fn end(
    shared: &Shared,
    head: &CallHead,
    tool: &str,
    payload: Bytes,
    cancellation: Cancellation,
) -> Said {
    // The pool of slots is never closed.
    let Ok(_slot) = shared.slots.acquire().await else {
        return Said::Refused(Refusal::Draining);
    };
    let Ok(left) = head.deadline.duration_since(SystemTime::now()) else {
        return Said::Refused(Refusal::Late);
    };
    let payload = match (&head.claim, &shared.claims) {
        (None, _) => payload,
        (Some(name), Some(claims)) => match claims.fetch(name.clone()).await {
            Ok(payload) => payload,
            Err(_) => return Said::Refused(Refusal::Claim),
        },
        (Some(_), None) => return Said::Refused(Refusal::Claim),
    };
    let Ok(request) = serde_json::from_slice::<ToolRequest>(&payload) else {
        return Said::Refused(Refusal::Unreadable);
    };
    // A server's permissions are for subjects: a host must not name one tool there and mean another.
    if request.tool != tool {
        return Said::Refused(Refusal::Unreadable);
    }
    let cx = CallContext::new()
        .with_session_id(&head.session)
        .with_call_id(&head.call)
        .with_cancellation(cancellation.clone());
    let begun = Instant::now();
    let mut call = std::pin::pin!(shared.broker.call(request, cx));
    let outcome = if let Ok(outcome) = tokio::time::timeout(left, &mut call).await {
        outcome
    } else {
        // The host has given up. The broker lets the call end in its grace time.
        cancellation.cancel();
        call.await
    };
    let failed = !outcome.is_ok();
    shared.service.counts.count(failed, begun.elapsed());
    respond(shared, head, &outcome.into_response()).await
}

/// The response, in a message or in the object store.
async fn respond(shared: &Shared, head: &CallHead, response: &ToolResponse) -> Said {
    // A response is plain data: writing it can't fail.
    let text = Bytes::from(serde_json::to_vec(response).unwrap_or_default());
    let said = Said::Response(text.clone());
    let limit = shared.client.max_payload();
    let (headers, payload) = said.message();
    let bytes = wire_len(&headers, &payload);
    if bytes <= limit {
        return said;
    }
    let Some(claims) = &shared.claims else {
        return Said::TooLarge { bytes, limit };
    };
    let name = format!("{}.response", head.request);
    match claims.leave(name.clone(), text).await {
        Ok(()) => Said::Claimed(name),
        Err(_) => Said::Unclaimed,
    }
}
