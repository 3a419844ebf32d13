//! A port that remembers what went through it, so that a transcript can show it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use loopd_tools::{ToolPort, ToolRequest, ToolResponse};

/// One call that went through a port.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Passage {
    pub(crate) request: ToolRequest,
    pub(crate) response: ToolResponse,
}

/// A port around another one.
pub(crate) struct Watched<P> {
    port: P,
    last: Mutex<Option<Passage>>,
}

impl<P: ToolPort> Watched<P> {
    pub(crate) fn new(port: P) -> Self {
        Self {
            port,
            last: Mutex::new(None),
        }
    }

    /// What went through last; none if nothing did since this was asked before.
    pub(crate) fn take(&self) -> Option<Passage> {
        self.last().take()
    }

    fn last(&self) -> MutexGuard<'_, Option<Passage>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: ToolPort> ToolPort for Watched<P> {
    fn call(&self, request: &ToolRequest) -> ToolResponse {
        let response = self.port.call(request);
        *self.last() = Some(Passage {
            request: request.clone(),
            response: response.clone(),
        });
        response
    }
}
