//! Telling clients that the list of tools has changed.

use crate::toolbox::{Change, Changes, Toolbox};

/// The changes of a toolbox that a client should know of.
pub(super) struct ListChanges {
    changes: Changes,
}

impl ListChanges {
    /// All changes from here on.
    pub(super) fn of(toolbox: &Toolbox) -> Self {
        let (_, changes) = toolbox.subscribe();
        Self { changes }
    }

    /// Waits for the next change of the list; several at once are one. False when there can be none
    /// any more.
    pub(super) async fn next(&mut self) -> bool {
        loop {
            let Some(change) = self.changes.next().await else {
                return false;
            };
            let mut seen = is_seen(&change);
            while let Some(change) = self.changes.try_next() {
                seen |= is_seen(&change);
            }
            if seen {
                return true;
            }
        }
    }
}

/// Whether a list reads otherwise after the change.
fn is_seen(change: &Change) -> bool {
    let mut names = change
        .added()
        .chain(change.replaced())
        .chain(change.removed());
    names.next().is_some()
}
