//! Following a toolbox.

use std::fmt;
use std::future::poll_fn;

use super::change::Change;
use super::table::Table;
use super::versioned::Listener;

/// The changes of a toolbox since [`Toolbox::subscribe`](super::Toolbox::subscribe), in their
/// order. None is lost.
pub struct Changes {
    listener: Listener<Table>,
}

impl Changes {
    pub(super) fn new(listener: Listener<Table>) -> Self {
        Self { listener }
    }

    /// The next change, once there is one; none when the last handle of the toolbox is gone and
    /// all changes are read. Works under any async runtime. If it is dropped while it waits, no
    /// change is lost.
    pub async fn next(&mut self) -> Option<Change> {
        poll_fn(|cx| self.listener.poll_next(cx)).await
    }

    /// The next change, if there is one now.
    pub fn try_next(&mut self) -> Option<Change> {
        self.listener.try_next()
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Changes").finish_non_exhaustive()
    }
}
