//! The port for hosts that do not wait.

use std::sync::mpsc;

use tokio::runtime::{Handle, RuntimeFlavor};

use super::{Port, Reply};
use crate::context::CallContext;
use crate::nats::error::CallError;
use crate::port::{ToolPort, ToolRequest, ToolResponse};

/// The calls are made with the context that the port was built with.
///
/// The thread that calls waits, and the call is carried by the runtime that the port was started on:
/// that runtime needs another thread. On a runtime with one thread, a call from that very thread
/// fails and says so. In a `LocalSet` of a runtime with more it panics, as all blocking does there.
impl ToolPort for Port {
    fn call(&self, request: &ToolRequest) -> ToolResponse {
        match self.wait(request.clone(), self.inner.cx.clone()) {
            Ok(reply) => reply.response,
            Err(error) => ToolResponse::Failed {
                message: error.model_text(),
            },
        }
    }
}

impl Port {
    fn wait(&self, request: ToolRequest, cx: CallContext) -> Result<Reply, CallError> {
        let current = Handle::try_current().ok();
        let flavor = current.as_ref().map(Handle::runtime_flavor);
        let here = current.is_some_and(|current| current.id() == self.inner.runtime.id());
        if here && flavor == Some(RuntimeFlavor::CurrentThread) {
            return Err(CallError::OwnThread);
        }
        let (give, given) = mpsc::sync_channel(1);
        let port = self.clone();
        let cancellation = cx.cancellation().child();
        let cx = cx.with_cancellation(cancellation);
        self.inner.runtime.spawn(async move {
            let answer = port.request(&request, &cx).await;
            // Nobody waits any more if the sending fails.
            let _ = give.send(answer);
        });
        let answer = if flavor == Some(RuntimeFlavor::MultiThread) {
            tokio::task::block_in_place(|| given.recv())
        } else {
            given.recv()
        };
        // The runtime has ended, and the call with it.
        answer.unwrap_or(Err(CallError::Closed { may_have_run: true }))
    }
}
