//! Who hears what: the layout of the subjects.
//!
//! | subject | who publishes | who hears it |
//! |---|---|---|
//! | `<namespace>.call.<group>.<tool>` | hosts | one worker of the group |
//! | `<namespace>.worker.<id>` | hosts | that worker |
//! | `<namespace>.presence.<group>` | workers | directories |
//!
//! The tool is the last part, so that a server's permissions can allow a host some tools of a group.
//! A worker listens to all of its group at once: a subscription for each tool of each worker is what
//! a server would have to keep otherwise.

use std::sync::Arc;

#[derive(Debug, Clone)]
pub(super) struct Subjects {
    namespace: Arc<str>,
}

impl Subjects {
    /// The caller has checked the namespace.
    pub(super) fn new(namespace: &str) -> Self {
        Self {
            namespace: namespace.into(),
        }
    }

    pub(super) fn call(&self, group: &str, tool: &str) -> String {
        format!("{}.call.{group}.{tool}", self.namespace)
    }

    pub(super) fn calls(&self, group: &str) -> String {
        self.call(group, "*")
    }

    pub(super) fn worker(&self, id: &str) -> String {
        format!("{}.worker.{id}", self.namespace)
    }

    pub(super) fn presence(&self, group: &str) -> String {
        format!("{}.presence.{group}", self.namespace)
    }

    pub(super) fn all_presence(&self) -> String {
        self.presence("*")
    }
}
