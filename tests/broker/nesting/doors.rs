//! All ways into a broker.

use std::sync::Arc;

use loopd_tools::broker::Call;
use loopd_tools::{CallContext, PortAnswer, ToolPort, ToolRequest, ToolResponse};

use super::host::Host;
use crate::drive::{now, raw};

/// What a door makes of shapes that are no envelopes to the letter.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Reading {
    /// They reach no tool.
    Strict,
    /// They may be read, where they can mean one thing only.
    Lenient,
}

pub(super) struct Door {
    pub(super) name: &'static str,
    pub(super) reading: Reading,
    /// What the model reads of a call.
    pub(super) call: Box<dyn Fn(&Host, ToolRequest) -> String>,
}

/// All ways into a broker.
pub(super) fn doors() -> Vec<Door> {
    use Reading::{Lenient, Strict};
    vec![
        door("call", Strict, |host, request| {
            let outcome = now(host.broker.call(request, CallContext::new()));
            outcome.text().into_owned()
        }),
        door("call_all", Strict, |host, request| {
            text_of_batch(host, vec![request], 0)
        }),
        door("call_all among others", Strict, |host, request| {
            let other = || raw("nobody", "{}");
            text_of_batch(host, vec![other(), request, other()], 1)
        }),
        door("tower service", Strict, |host, request| {
            let call = Call::new(request, CallContext::new());
            // Not in scope of the file: its `call_all` is another.
            let outcome = tower::ServiceExt::oneshot(host.broker.clone(), call);
            now(outcome).unwrap().text().into_owned()
        }),
        door("port", Strict, |host, request| {
            text_of_response(host.port.call(&request))
        }),
        door("port, as a trait object", Strict, |host, request| {
            let port: Arc<dyn ToolPort> = host.port.clone();
            text_of_response(port.call(&request))
        }),
        door("port, the outcome", Strict, |host, request| {
            host.port.outcome(&request).text().into_owned()
        }),
        door("port, the answer", Strict, |host, request| {
            match host.port.answer(&request, 1000) {
                PortAnswer::Outcome(outcome) => outcome.text().into_owned(),
                other => panic!("{other:?}"),
            }
        }),
        door("dispatcher", Strict, |host, request| {
            host.dispatcher()
                .call(&request.tool, &request.arguments)
                .text
        }),
        door("lenient dispatcher", Lenient, |host, request| {
            host.dispatcher()
                .lenient()
                .call(&request.tool, &request.arguments)
                .text
        }),
    ]
}

fn door(
    name: &'static str,
    reading: Reading,
    call: impl Fn(&Host, ToolRequest) -> String + 'static,
) -> Door {
    Door {
        name,
        reading,
        call: Box::new(call),
    }
}

fn text_of_batch(host: &Host, requests: Vec<ToolRequest>, place: usize) -> String {
    let call = |request| Call::new(request, CallContext::new());
    let calls = requests.into_iter().map(call).collect();
    let outcomes = now(host.broker.call_all(calls));
    outcomes[place].text().into_owned()
}

fn text_of_response(response: ToolResponse) -> String {
    match response {
        ToolResponse::Result { text, .. } => text,
        ToolResponse::Failed { message } => message,
        ToolResponse::Denied { reason } => reason.to_string(),
    }
}
