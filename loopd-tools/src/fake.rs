//! A port with two tools, for tests and for a first run.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::blocking::block_on;
use crate::builtin::{Clock, Echo};
use crate::context::CallContext;
use crate::dyn_tool::DynTool;
use crate::error::ToolError;
use crate::output::ToolOutput;
use crate::port::{Class, DenyReason, ToolPort, ToolRequest, ToolResponse};
use crate::tool::Tool;
use crate::typed::Typed;

/// A port that runs [`Clock`] and [`Echo`], denies every other tool, and records what it is asked.
pub struct FakeTools {
    clock: Typed<Clock>,
    echo: Typed<Echo>,
    calls: Mutex<Vec<ToolRequest>>,
}

impl FakeTools {
    /// A port that has recorded nothing.
    #[must_use]
    pub fn new() -> Self {
        Self {
            clock: Clock::tool(),
            echo: Echo::tool(),
            calls: Mutex::default(),
        }
    }

    /// All requests so far, in their order.
    #[must_use]
    pub fn calls(&self) -> Vec<ToolRequest> {
        self.recorded().clone()
    }

    /// A poisoned lock is taken over: the list is whole after every push.
    fn recorded(&self) -> MutexGuard<'_, Vec<ToolRequest>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for FakeTools {
    fn default() -> Self {
        Self::new()
    }
}

impl ToolPort for FakeTools {
    fn call(&self, request: &ToolRequest) -> ToolResponse {
        self.recorded().push(request.clone());
        let tool: &dyn DynTool = match request.tool.as_str() {
            Clock::NAME => &self.clock,
            Echo::NAME => &self.echo,
            _ => {
                return ToolResponse::Denied {
                    reason: DenyReason::NoGrant,
                };
            }
        };
        let cx = CallContext::new();
        respond(block_on(tool.call(request.arguments.as_str().into(), &cx)))
    }
}

fn respond(result: Result<ToolOutput, ToolError>) -> ToolResponse {
    match result {
        Ok(output) if output.is_error() => ToolResponse::Failed {
            message: output.into_text(),
        },
        Ok(output) => ToolResponse::Result {
            text: output.into_text(),
            class: Class::Public,
            untrusted: false,
            truncated: false,
        },
        Err(error) => ToolResponse::Failed {
            message: error.model_text(),
        },
    }
}

impl fmt::Debug for FakeTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FakeTools")
            .field("calls", &self.recorded())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_poisoned_lock_is_taken_over() {
        let fake = FakeTools::new();
        let request = ToolRequest {
            tool: "echo".to_owned(),
            arguments: r#"{"text":"a"}"#.to_owned(),
        };
        fake.call(&request);
        thread::scope(|scope| {
            let holder = scope.spawn(|| {
                let _held = fake.calls.lock().unwrap();
                panic!("while the list is locked");
            });
            holder.join().unwrap_err();
        });
        assert!(fake.calls.is_poisoned());

        let answer = fake.call(&request);

        assert!(matches!(answer, ToolResponse::Result { text, .. } if text == "a"));
        assert_eq!(fake.calls(), [request.clone(), request]);
    }
}
