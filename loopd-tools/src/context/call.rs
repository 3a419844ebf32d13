//! What the host says of one call.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use serde_json::Value;

use super::progress::{self, Sink};
use super::scratch::{Place, Scratch};
use super::{Cancellation, Extensions, Progress};
use crate::error::{ToolError, ToolErrorKind};
use crate::requirement::Requirement;

/// What the host says of one call. Cheap to clone.
///
/// A host with more than one call makes them from a [`Session`](super::Session), so that they
/// share what a session shares. A context made by [`new`](Self::new) is a session of its own.
#[derive(Clone, Default)]
pub struct CallContext {
    inner: Arc<Inner>,
}

#[derive(Clone, Default)]
struct Inner {
    session: Arc<Facts>,
    call_id: String,
    cancellation: Cancellation,
    progress: Option<Sink>,
    granted: Vec<Requirement>,
    /// Gone when the call that set it ends.
    marks: Vec<Weak<Mark>>,
    values: Arc<BTreeMap<String, Value>>,
}

/// What a call holds for itself alone, so that the calls that it makes need not wait for it.
#[derive(PartialEq)]
pub(crate) struct Mark {
    /// The broker that keeps others from it.
    pub(crate) broker: u64,
    /// What is held.
    pub(crate) resource: String,
}

/// What all calls of a session have in common.
#[derive(Clone, Default)]
struct Facts {
    id: String,
    /// None is `.`.
    working_directory: Option<PathBuf>,
    interactive: bool,
    scratch_place: Place,
    shared: Arc<Shared>,
}

/// What all calls of a session use together.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) extensions: Extensions,
    pub(super) scratch: Scratch,
}

impl CallContext {
    /// A context with empty ids and the working directory `.`; no person is present.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The session's id, a string of the host's choice.
    #[must_use]
    pub fn session_id(&self) -> &str {
        &self.inner.session.id
    }

    /// The call's id, a string of the host's choice.
    #[must_use]
    pub fn call_id(&self) -> &str {
        &self.inner.call_id
    }

    /// The directory that relative paths start from; `.` unless the host says otherwise.
    #[must_use]
    pub fn working_directory(&self) -> &Path {
        let said = self.inner.session.working_directory.as_deref();
        said.unwrap_or(Path::new("."))
    }

    /// Whether a person is present who can be asked.
    #[must_use]
    pub fn interactive(&self) -> bool {
        self.inner.session.interactive
    }

    /// The session's private directory, made when it is first wanted and removed with the session.
    ///
    /// # Errors
    ///
    /// If the host has switched it off, the session has ended, or it can't be made.
    pub fn scratch(&self) -> Result<PathBuf, ToolError> {
        let Facts {
            scratch_place,
            shared,
            ..
        } = &*self.inner.session;
        shared.scratch.path(scratch_place).map_err(|error| {
            ToolError::new(ToolErrorKind::Io, "there is no scratch directory").with_source(error)
        })
    }

    /// The token that tells that the call is called off.
    #[must_use]
    pub fn cancellation(&self) -> &Cancellation {
        &self.inner.cancellation
    }

    /// Whether the call is called off.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.inner.cancellation.is_cancelled()
    }

    /// Tells the host how far the call has come: the part that is done, from 0 to 1 or none, and
    /// words for a person. Does nothing where the host does not listen.
    pub fn progress(&self, fraction: impl Into<Option<f64>>, words: &str) {
        if let Some(sink) = &self.inner.progress {
            sink(&Progress {
                session_id: self.session_id(),
                call_id: self.call_id(),
                fraction: progress::fraction(fraction.into()),
                words,
            });
        }
    }

    /// What a policy granted to this call, in the words of its requirements.
    #[must_use]
    pub fn granted(&self) -> &[Requirement] {
        &self.inner.granted
    }

    /// What the host has put under this key.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.inner.values.get(key)
    }

    /// What all tools and calls of the session share, by type.
    #[must_use]
    pub fn extensions(&self) -> &Extensions {
        &self.inner.session.shared.extensions
    }

    /// Sets the session's id.
    #[must_use]
    pub fn with_session_id(mut self, id: impl Into<String>) -> Self {
        self.facts().id = id.into();
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
        self.facts().working_directory = Some(directory.into());
        self
    }

    /// Says whether a person is present who can be asked.
    #[must_use]
    pub fn with_interactive(mut self, interactive: bool) -> Self {
        self.facts().interactive = interactive;
        self
    }

    /// Sets the token that tells that the call is called off.
    #[must_use]
    pub fn with_cancellation(mut self, cancellation: Cancellation) -> Self {
        self.change().cancellation = cancellation;
        self
    }

    /// Sends the call's progress to `sink`, which is called on the call's thread: it should be
    /// quick.
    #[must_use]
    pub fn with_progress(mut self, sink: impl Fn(&Progress<'_>) + Send + Sync + 'static) -> Self {
        self.change().progress = Some(Arc::new(sink));
        self
    }

    /// Says what a policy granted to this call, in place of what was said before.
    #[must_use]
    pub fn with_granted(mut self, granted: impl IntoIterator<Item = Requirement>) -> Self {
        self.change().granted = granted.into_iter().collect();
        self
    }

    /// Puts a value of the host's under a key.
    #[must_use]
    pub fn with_value(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        Arc::make_mut(&mut self.change().values).insert(key.into(), value.into());
        self
    }

    /// Whether the call, or one that it was made by, holds this.
    pub(crate) fn is_marked(&self, mark: &Mark) -> bool {
        let mut marks = self.inner.marks.iter().filter_map(Weak::upgrade);
        marks.any(|held| *held == *mark)
    }

    /// Says that the call holds this as long as the mark lives.
    pub(crate) fn with_mark(mut self, mark: &Arc<Mark>) -> Self {
        self.change().marks.push(Arc::downgrade(mark));
        self
    }

    pub(super) fn with_scratch_place(mut self, place: Place) -> Self {
        self.facts().scratch_place = place;
        self
    }

    pub(super) fn shared(&self) -> &Arc<Shared> {
        &self.inner.session.shared
    }

    /// Other handles of the same context keep what they had.
    fn change(&mut self) -> &mut Inner {
        Arc::make_mut(&mut self.inner)
    }

    fn facts(&mut self) -> &mut Facts {
        Arc::make_mut(&mut self.change().session)
    }
}

/// What the host has put in is told by its keys alone.
impl fmt::Debug for CallContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<&String> = self.inner.values.keys().collect();
        f.debug_struct("CallContext")
            .field("session_id", &self.session_id())
            .field("call_id", &self.call_id())
            .field("working_directory", &self.working_directory())
            .field("interactive", &self.interactive())
            .field("is_cancelled", &self.is_cancelled())
            .field("granted", &self.granted())
            .field("values", &keys)
            .field("extensions", self.extensions())
            .finish_non_exhaustive()
    }
}
