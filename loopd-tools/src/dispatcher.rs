//! What a host uses: registry, port and cap together.

use std::fmt;
use std::sync::Arc;

use crate::cap::cap_result;
use crate::dispatch::{Dispatch, dispatch};
use crate::port::{Class, ToolPort, ToolRequest, ToolResponse};
use crate::registry::Registry;

/// How many bytes of a result reach the model unless a host says otherwise.
const DEFAULT_CAP: usize = 16 * 1024;

/// Answers a model's calls: the host's own ones by itself, all others through a port.
#[derive(Clone)]
pub struct Dispatcher {
    registry: Registry,
    port: Arc<dyn ToolPort>,
    cap: usize,
}

impl Dispatcher {
    /// A dispatcher for one epoch. Results are capped at 16 KiB.
    pub fn new(registry: Registry, port: impl ToolPort + 'static) -> Self {
        Self {
            registry,
            port: Arc::new(port),
            cap: DEFAULT_CAP,
        }
    }

    /// Caps results at `bytes`; the mark of a cut comes on top.
    #[must_use]
    pub fn with_cap(mut self, bytes: usize) -> Self {
        self.cap = bytes;
        self
    }

    /// The tools of this epoch.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Answers one call, by name and arguments as the model wrote them.
    #[must_use]
    pub fn call(&self, name: &str, arguments: &str) -> Answer {
        match dispatch(&self.registry, name, arguments) {
            Dispatch::Local(text) => self.answer(&text, Class::Public, false, false),
            Dispatch::Port { tool, arguments } => {
                self.respond(self.port.call(&ToolRequest { tool, arguments }))
            }
        }
    }

    fn respond(&self, response: ToolResponse) -> Answer {
        match response {
            ToolResponse::Result {
                text,
                class,
                untrusted,
                truncated,
            } => self.answer(&text, class, untrusted, truncated),
            ToolResponse::Failed { message } => self.answer(
                &format!("The tool failed: {message}"),
                Class::Public,
                false,
                false,
            ),
            ToolResponse::Denied { reason } => self.answer(
                &format!("The call was denied: {reason}."),
                Class::Public,
                false,
                false,
            ),
        }
    }

    fn answer(&self, text: &str, class: Class, untrusted: bool, truncated: bool) -> Answer {
        let (text, cut) = cap_result(text, self.cap);
        Answer {
            text,
            class,
            untrusted,
            truncated: truncated || cut,
        }
    }
}

impl fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dispatcher")
            .field("registry", &self.registry)
            .field("cap", &self.cap)
            .finish_non_exhaustive()
    }
}

/// What goes back into the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// What the model reads.
    pub text: String,
    /// Who may see it.
    pub class: Class,
    /// Whether the text comes from outside and may hold instructions that nobody gave.
    pub untrusted: bool,
    /// Whether something was left out.
    pub truncated: bool,
}
