//! What all handles of a broker share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::time::Duration;

use crate::audit::AuditSink;
use crate::definition::Definition;
use crate::policy::{Policy, Ruling};
use crate::port::Class;
use crate::toolbox::{Slot, Toolbox, WithoutTimer};

use super::decode::Reading;
use super::held::Things;
use super::limits::CallLimits;
use super::run::Means;
use super::timer::Timer;

/// Says who may see the results of a tool.
pub(super) type ClassOf = dyn Fn(&Definition) -> Class + Send + Sync;

/// What all handles of a broker share.
pub(super) struct Inner {
    pub(super) toolbox: Toolbox,
    pub(super) policy: Policy,
    pub(super) limits: CallLimits,
    pub(super) timer: Option<Arc<dyn Timer>>,
    pub(super) reading: Reading,
    pub(super) class_of: Option<Box<ClassOf>>,
    pub(super) audit: Option<Arc<dyn AuditSink>>,
    pub(super) things: Things,
    pub(super) in_flight: AtomicUsize,
    pub(super) unaudited: AtomicU64,
    /// Keeps tools with a timeout out of the toolbox, where there is no timer.
    pub(super) _without_timer: Option<WithoutTimer>,
}

impl Inner {
    /// What a call of this tool runs with.
    pub(super) fn means(&self, slot: &Slot) -> Means<'_> {
        Means {
            things: &self.things,
            timer: self.timer.as_ref(),
            timeout: self.timeout(slot),
            grace: self.limits.grace(),
        }
    }

    fn timeout(&self, slot: &Slot) -> Option<Duration> {
        let said = slot.definition().timeout();
        said.or_else(|| self.limits.timeout(self.timer.is_some()))
    }

    pub(super) fn class(&self, tool: &Definition) -> Class {
        self.class_of
            .as_ref()
            .map_or(Class::default(), |class_of| class_of(tool))
    }

    /// The policy's name and revision, where it had something to decide.
    pub(super) fn policy_version(&self, rulings: &[Ruling]) -> Option<String> {
        (!rulings.is_empty()).then(|| self.policy.version())
    }
}
