//! What a call knows of its host.

use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the host says of one call. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct CallContext {
    inner: Arc<Inner>,
}

#[derive(Debug, Clone)]
struct Inner {
    session_id: String,
    call_id: String,
    working_directory: PathBuf,
}

impl Default for Inner {
    fn default() -> Self {
        Self {
            session_id: String::new(),
            call_id: String::new(),
            working_directory: PathBuf::from("."),
        }
    }
}

impl CallContext {
    /// A context with empty ids and the working directory `.`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The session's id, a string of the host's choice.
    #[must_use]
    pub fn session_id(&self) -> &str {
        &self.inner.session_id
    }

    /// The call's id, a string of the host's choice.
    #[must_use]
    pub fn call_id(&self) -> &str {
        &self.inner.call_id
    }

    /// The directory that relative paths start from.
    #[must_use]
    pub fn working_directory(&self) -> &Path {
        &self.inner.working_directory
    }

    /// Sets the session's id.
    #[must_use]
    pub fn with_session_id(mut self, id: impl Into<String>) -> Self {
        self.change().session_id = id.into();
        self
    }

    /// Sets the call's id.
    #[must_use]
    pub fn with_call_id(mut self, id: impl Into<String>) -> Self {
        self.change().call_id = id.into();
        self
    }

    /// Sets the directory that relative paths start from.
    #[must_use]
    pub fn with_working_directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.change().working_directory = directory.into();
        self
    }

    /// Other handles of the same context keep what they had.
    fn change(&mut self) -> &mut Inner {
        Arc::make_mut(&mut self.inner)
    }
}

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
