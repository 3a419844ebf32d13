//! What `run` is given: the call's context and the tool's state.

use std::fmt;
use std::ops::Deref;

use super::CallContext;

/// What `run` is given: the host's [`CallContext`] and the tool's state.
pub struct Context<'a, S = ()> {
    call: &'a CallContext,
    state: &'a S,
}

impl<'a, S> Context<'a, S> {
    /// A context of a call for a tool with this state.
    #[must_use]
    pub fn new(call: &'a CallContext, state: &'a S) -> Self {
        Self { call, state }
    }

    /// What all calls of the tool share.
    #[must_use]
    pub fn state(self) -> &'a S {
        self.state
    }

    /// What the host says of this call.
    #[must_use]
    pub fn call(self) -> &'a CallContext {
        self.call
    }
}

// Not derived: a derive would ask for `S: Clone` and `S: Debug`.
impl<S> Clone for Context<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Context<'_, S> {}

impl<S> Deref for Context<'_, S> {
    type Target = CallContext;

    fn deref(&self) -> &CallContext {
        self.call
    }
}

impl<S> fmt::Debug for Context<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("call", self.call)
            .finish_non_exhaustive()
    }
}
