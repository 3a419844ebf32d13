//! Making a broker.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use thiserror::Error;

use crate::arguments::Limits;
use crate::audit::AuditSink;
use crate::definition::Definition;
use crate::policy::{Policy, PolicyError};
use crate::port::Class;
use crate::toolbox::{Toolbox, ToolboxError};

use super::Broker;
use super::decode::Reading;
use super::held::Things;
use super::inner::{ClassOf, Inner};
use super::limits::CallLimits;
use super::timer::Timer;

/// Makes a [`Broker`].
#[must_use = "a builder does nothing until it builds"]
pub struct BrokerBuilder {
    toolbox: Toolbox,
    policy: Policy,
    limits: CallLimits,
    timer: Option<Arc<dyn Timer>>,
    reading: Reading,
    class_of: Option<Box<ClassOf>>,
    audit: Option<Arc<dyn AuditSink>>,
}

/// Why a broker can't be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BrokerError {
    /// A tool of the toolbox has a timeout, and there is no timer.
    #[error(transparent)]
    Toolbox(#[from] ToolboxError),
    /// The limits have a timeout, and there is no timer.
    #[error(
        "the limits have a timeout, and the broker has no timer; give it one (feature `tokio`) or \
         set the timeout to none"
    )]
    NoTimer,
    /// The policy can't be used.
    #[error(transparent)]
    Policy(#[from] PolicyError),
}

impl BrokerBuilder {
    pub(super) fn new(toolbox: Toolbox) -> Self {
        Self {
            toolbox,
            policy: Policy::default(),
            limits: CallLimits::new(),
            #[cfg(feature = "tokio")]
            timer: Some(Arc::new(super::TokioTimer::new())),
            #[cfg(not(feature = "tokio"))]
            timer: None,
            reading: Reading::default(),
            class_of: None,
            audit: None,
        }
    }

    /// What calls may do. Without a policy only tools that require nothing run.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// What calls may use at the most.
    pub fn limits(mut self, limits: CallLimits) -> Self {
        self.limits = limits;
        self
    }

    /// What tells the time. With the feature `tokio` it is tokio's timer unless something else is
    /// said here.
    pub fn timer(mut self, timer: impl Timer + 'static) -> Self {
        self.timer = Some(Arc::new(timer));
        self
    }

    /// Leaves the broker without a timer: tools with a timeout are refused.
    pub fn without_timer(mut self) -> Self {
        self.timer = None;
        self
    }

    /// Keeps a record of every call.
    pub fn audit(mut self, sink: impl AuditSink + 'static) -> Self {
        self.audit = Some(Arc::new(sink));
        self
    }

    /// Says whether arguments are taken as they are, without repairs, whatever the tool says.
    pub fn exact(mut self, exact: bool) -> Self {
        self.reading.exact = exact;
        self
    }

    /// Bounds how much a model may send in one call.
    pub fn argument_limits(mut self, limits: Limits) -> Self {
        self.reading.limits = limits;
        self
    }

    /// Says who may see the results of each tool. Without it everybody may who sees the
    /// conversation.
    pub fn class(
        mut self,
        class_of: impl Fn(&Definition) -> Class + Send + Sync + 'static,
    ) -> Self {
        self.class_of = Some(Box::new(class_of));
        self
    }

    /// The broker.
    ///
    /// # Errors
    ///
    /// If the policy can't be used, or a timeout can't be kept because there is no timer. The
    /// toolbox of a broker without a timer takes no tool with a timeout as long as the broker
    /// lives.
    pub fn build(self) -> Result<Broker, BrokerError> {
        self.policy.profile().check()?;
        let without_timer = match self.timer {
            Some(_) => None,
            None if self.limits.timeout(false).is_some() => return Err(BrokerError::NoTimer),
            None => Some(self.toolbox.without_timer()?),
        };
        Ok(Broker::new(Inner {
            toolbox: self.toolbox,
            policy: self.policy,
            limits: self.limits,
            timer: self.timer,
            reading: self.reading,
            class_of: self.class_of,
            audit: self.audit,
            things: Things::new(),
            in_flight: AtomicUsize::new(0),
            unaudited: AtomicU64::new(0),
            _without_timer: without_timer,
        }))
    }
}

impl fmt::Debug for BrokerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BrokerBuilder")
            .field("toolbox", &self.toolbox)
            .field("policy", &self.policy)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
