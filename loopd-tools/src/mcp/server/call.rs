//! One call of a client.

use std::pin::pin;

use rmcp::RoleServer;
use rmcp::model::{CallToolRequestParams, CallToolResult, ErrorData};
use rmcp::service::RequestContext;
use serde_json::Value;

use crate::broker::Outcome;
use crate::context::{CallContext, Session};
use crate::port::ToolRequest;

use super::caller::Caller;
use super::find::{Meant, resolve};
use super::output;
use super::progress;
use super::served::Served;

/// Answers a call. What goes wrong in it is a result; what is no call at all is an error.
pub(super) async fn answer(
    served: &Served,
    session: &Session,
    caller: Caller,
    params: CallToolRequestParams,
    request: RequestContext<RoleServer>,
) -> Result<CallToolResult, ErrorData> {
    let Some(_place) = served.running.begin() else {
        return Err(ErrorData::internal_error(
            "the server is shutting down",
            None,
        ));
    };
    let arguments = params.arguments.unwrap_or_default();
    let arguments = Value::Object(arguments).to_string();
    let toolbox = served.broker.toolbox();
    let (name, arguments) = if served.finding {
        let surface = toolbox.surface();
        match resolve(surface.registry(), params.name.into_owned(), arguments) {
            Meant::Tool { name, arguments } => (name, arguments),
            Meant::Answer { text, is_error } => return Ok(output::text(text, is_error)),
        }
    } else {
        (params.name.into_owned(), arguments)
    };
    let Some(tool) = toolbox.get(&name) else {
        return Err(ErrorData::invalid_params(
            format!("unknown tool: {name}"),
            None,
        ));
    };
    // A tool that asks for it finds here who calls.
    session.extensions().insert(caller);
    let cx = session.call(request.id.to_string());
    let call = ToolRequest {
        tool: name,
        arguments,
    };
    let outcome = run(served, call, cx, request).await?;
    let promised = tool.definition().output().is_some_and(Value::is_object);
    Ok(output::result(&outcome, promised))
}

/// Runs a call, tells its client how far it has come, and calls it off when the client does.
async fn run(
    served: &Served,
    call: ToolRequest,
    cx: CallContext,
    request: RequestContext<RoleServer>,
) -> Result<Outcome, ErrorData> {
    let _permit = tokio::select! {
        permit = served.places.acquire() => permit,
        () = request.ct.cancelled() => {
            return Err(ErrorData::internal_error("the call was called off", None));
        }
    };
    let cancellation = cx.cancellation().clone();
    let (cx, mut updates) = progress::listen(cx, &request);
    let mut called_off = false;
    let mut running = pin!(served.broker.call(call, cx));
    let outcome = loop {
        let update = async {
            match &mut updates {
                Some(updates) => updates.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            outcome = &mut running => break outcome,
            () = request.ct.cancelled(), if !called_off => {
                called_off = true;
                cancellation.cancel();
            }
            update = update => {
                if let Some(updates) = &mut updates {
                    updates.tell(update).await;
                }
            }
        }
    };
    if let Some(updates) = updates {
        updates.finish().await;
    }
    Ok(outcome)
}
