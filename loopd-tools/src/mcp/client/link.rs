//! The connection as the tools see it: there, or gone for a reason.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CancelledNotificationParam, ClientRequest, ErrorCode,
    JsonObject, ProgressToken, RequestId, ServerResult,
};
use rmcp::service::{Peer, PeerRequestOptions, ServiceError};
use tokio::runtime::Handle;
use tokio::sync::{Mutex as TurnMutex, Notify};

use crate::context::CallContext;
use crate::error::{ToolError, ToolErrorKind};

use super::clean::clean;

/// How many bytes of a server's own words an error shows.
const SHOWN: usize = 2000;

/// The connection to a server.
pub(super) struct Link {
    label: String,
    state: RwLock<State>,
    calls: Mutex<HashMap<ProgressToken, Heard>>,
    /// Held from before a call is sent until its token is known, so that no word of its progress
    /// comes to nobody.
    sending: TurnMutex<()>,
    pub(super) changed: Notify,
    pub(super) doubted: Notify,
    pub(super) reconnect: Notify,
}

/// A running call, and how far it has come as far as is known.
struct Heard {
    cx: CallContext,
    progress: f64,
}

enum State {
    Up(Peer<RoleClient>),
    Down(String),
}

/// A call that is sent.
pub(super) struct Sent<'a> {
    /// The server's name for the tool.
    pub(super) tool: &'a str,
    pub(super) arguments: JsonObject,
    /// Whether it can be made again without a second effect.
    pub(super) may_repeat: bool,
}

impl Link {
    pub(super) fn new(label: String) -> Self {
        Self {
            label,
            state: RwLock::new(State::Down("it was not connected yet".to_owned())),
            calls: Mutex::new(HashMap::new()),
            sending: TurnMutex::new(()),
            changed: Notify::new(),
            doubted: Notify::new(),
            reconnect: Notify::new(),
        }
    }

    /// What the server is called in errors.
    pub(super) fn label(&self) -> &str {
        &self.label
    }

    pub(super) fn up(&self, peer: Peer<RoleClient>) {
        self.set(State::Up(peer));
    }

    pub(super) fn down(&self, reason: String) {
        self.set(State::Down(reason));
    }

    fn set(&self, state: State) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = state;
    }

    pub(super) fn is_up(&self) -> bool {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        matches!(&*state, State::Up(peer) if !peer.is_transport_closed())
    }

    /// Notes that the server has another list now.
    pub(super) fn list_changed(&self) {
        self.changed.notify_one();
    }

    /// The context of the call that has this token and has come as far as `progress`; none if it
    /// has ended, or was further already: the SDK hands words on in any order.
    pub(super) async fn context_of(
        &self,
        token: &ProgressToken,
        progress: f64,
    ) -> Option<CallContext> {
        if !self.calls().contains_key(token) {
            // It may be about to be noted.
            let _turn = self.sending.lock().await;
        }
        let mut calls = self.calls();
        let heard = calls.get_mut(token)?;
        // The first may be anything; each further one is greater.
        if heard.progress >= progress {
            return None;
        }
        heard.progress = progress;
        Some(heard.cx.clone())
    }

    /// Calls a tool of the server and gives what it answers.
    pub(super) async fn call(
        self: &Arc<Self>,
        call: Sent<'_>,
        cx: &CallContext,
    ) -> Result<ServerResult, ToolError> {
        let peer = self.peer()?;
        let params = CallToolRequestParams::new(call.tool.to_owned());
        let params = params.with_arguments(call.arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let turn = self.sending.lock().await;
        let sent = peer.send_cancellable_request(request, PeerRequestOptions::no_options());
        let mut handle = match sent.await {
            Ok(handle) => handle,
            Err(error) => return Err(self.failed(error, call.may_repeat)),
        };
        let token = handle.progress_token.clone();
        let heard = Heard {
            cx: cx.clone(),
            progress: f64::NEG_INFINITY,
        };
        self.calls().insert(token.clone(), heard);
        drop(turn);
        let mut running = RunningCall {
            link: self,
            token,
            abandoned: Some((peer, handle.id.clone())),
        };
        let answer = tokio::select! {
            biased;
            answer = &mut handle.rx => answer,
            () = cx.cancellation().cancelled() => {
                running.abandoned = None;
                let reason = "the host has called it off".to_owned();
                // A server that can't be told has nothing to call off.
                let _ = handle.cancel(Some(reason)).await;
                return Err(ToolError::cancelled("the call was called off"));
            }
        };
        running.abandoned = None;
        // Words of progress that came before the answer are handed on by tasks of their own.
        tokio::task::yield_now().await;
        let answer = answer.unwrap_or(Err(ServiceError::TransportClosed));
        answer.map_err(|error| self.failed(error, call.may_repeat))
    }

    fn peer(&self) -> Result<Peer<RoleClient>, ToolError> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let reason = match &*state {
            State::Up(peer) if !peer.is_transport_closed() => return Ok(peer.clone()),
            State::Up(_) => "it has ended the connection",
            State::Down(reason) => reason,
        };
        let message = format!("the server {} can't be reached: {reason}", self.label);
        Err(ToolError::new(ToolErrorKind::Execution, message)
            .with_advice("Do without its tools for now, or try once more later.")
            .with_retryable(true))
    }

    /// Why a call that was sent has no answer.
    fn failed(&self, error: ServiceError, may_repeat: bool) -> ToolError {
        let label = &self.label;
        match error {
            ServiceError::McpError(said) => {
                let words = clean(&said.message, SHOWN);
                let kind = if said.code == ErrorCode::INVALID_PARAMS {
                    ToolErrorKind::InvalidInput
                } else {
                    ToolErrorKind::Execution
                };
                ToolError::new(
                    kind,
                    format!("the server {label} refuses the call: {words}"),
                )
            }
            ServiceError::Cancelled { .. } => ToolError::cancelled("the call was called off"),
            lost @ (ServiceError::TransportClosed | ServiceError::TransportSend(_)) => {
                self.doubted.notify_one();
                let message = format!(
                    "the connection to the server {label} was lost during the call; whether the \
                     call was carried out is not known"
                );
                let advice = if may_repeat {
                    "Try once more later."
                } else {
                    "Find out whether it was done before you call it again."
                };
                ToolError::new(ToolErrorKind::Execution, message)
                    .with_advice(advice)
                    .with_retryable(may_repeat)
                    .with_source(lost)
            }
            other => {
                let message = format!("the server {label} did not answer the call");
                ToolError::new(ToolErrorKind::Execution, message).with_source(other)
            }
        }
    }

    fn calls(&self) -> MutexGuard<'_, HashMap<ProgressToken, Heard>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that waits for its answer. Dropped before that, it is called off.
struct RunningCall<'a> {
    link: &'a Link,
    token: ProgressToken,
    abandoned: Option<(Peer<RoleClient>, RequestId)>,
}

impl Drop for RunningCall<'_> {
    fn drop(&mut self) {
        self.link.calls().remove(&self.token);
        if let Some((peer, id)) = self.abandoned.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(async move {
                let param = CancelledNotificationParam::new(Some(id), None);
                let _ = peer.notify_cancelled(param).await;
            });
        }
    }
}
