//! What calls that belong together have in common.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use super::call::Shared;
use super::scratch::Place;
use super::{CallContext, Cancellation, Extensions, Progress};

/// The host's handle of a session: it makes the contexts of the session's calls.
///
/// When the last clone of the handle is dropped, the session's scratch directory is removed, even
/// if a call is still running.
///
/// ```
/// use loopd_tools::Session;
///
/// let session = Session::new("chat-1").with_working_directory("/srv/project");
/// let cx = session.call("call-1");
/// assert_eq!((cx.session_id(), cx.call_id()), ("chat-1", "call-1"));
/// ```
#[derive(Debug, Clone)]
pub struct Session {
    template: CallContext,
    life: Arc<Life>,
}

/// As long as this lives the session does.
struct Life {
    shared: Arc<Shared>,
}

impl Drop for Life {
    fn drop(&mut self) {
        // A drop can't tell anybody; `Session::close` can.
        let _ = self.shared.scratch.end();
    }
}

impl std::fmt::Debug for Life {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Life")
    }
}

impl Session {
    /// A session of this id, a string of the host's choice; its calls work in `.` and no person is
    /// present.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        let template = CallContext::new().with_session_id(id);
        let life = Arc::new(Life {
            shared: Arc::clone(template.shared()),
        });
        Self { template, life }
    }

    /// The context of one call, by an id of the host's choice. It can be called off alone, and is
    /// called off with the session.
    #[must_use]
    pub fn call(&self, id: impl Into<String>) -> CallContext {
        self.template
            .clone()
            .with_call_id(id)
            .with_cancellation(self.cancellation().child())
    }

    /// The session's id.
    #[must_use]
    pub fn id(&self) -> &str {
        self.template.session_id()
    }

    /// The token that calls all calls of the session off.
    #[must_use]
    pub fn cancellation(&self) -> &Cancellation {
        self.template.cancellation()
    }

    /// What all tools and calls of the session share, by type.
    #[must_use]
    pub fn extensions(&self) -> &Extensions {
        self.template.extensions()
    }

    /// Ends the session now, whoever else has its handle: its scratch directory is removed and
    /// none is made any more.
    ///
    /// # Errors
    ///
    /// If the directory can't be removed.
    pub fn close(self) -> io::Result<()> {
        self.life.shared.scratch.end()
    }

    /// Sets the directory that relative paths start from.
    #[must_use]
    pub fn with_working_directory(self, directory: impl Into<PathBuf>) -> Self {
        self.change(|template| template.with_working_directory(directory))
    }

    /// Says whether a person is present who can be asked.
    #[must_use]
    pub fn with_interactive(self, interactive: bool) -> Self {
        self.change(|template| template.with_interactive(interactive))
    }

    /// Calls the session's calls off with this token.
    #[must_use]
    pub fn with_cancellation(self, cancellation: Cancellation) -> Self {
        self.change(|template| template.with_cancellation(cancellation))
    }

    /// Sends the progress of all calls to `sink`.
    #[must_use]
    pub fn with_progress(self, sink: impl Fn(&Progress<'_>) + Send + Sync + 'static) -> Self {
        self.change(|template| template.with_progress(sink))
    }

    /// Puts a value of the host's under a key, for all calls.
    #[must_use]
    pub fn with_value(self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.change(|template| template.with_value(key, value))
    }

    /// Makes the scratch directory under `base`, which is made where it is missing, in place of
    /// the system's directory for temporary files.
    #[must_use]
    pub fn with_scratch_base(self, base: impl Into<PathBuf>) -> Self {
        self.change(|template| template.with_scratch_place(Place::Under(base.into())))
    }

    /// Switches the scratch directory off: a tool that wants it gets an error.
    #[must_use]
    pub fn without_scratch(self) -> Self {
        self.change(|template| template.with_scratch_place(Place::Off))
    }

    /// Contexts made before keep what they had.
    fn change(self, change: impl FnOnce(CallContext) -> CallContext) -> Self {
        Self {
            template: change(self.template),
            life: self.life,
        }
    }
}
