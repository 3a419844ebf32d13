//! What calls may do: profiles, stored rules, and asking a person.
//!
//! The order of decisions is in `settle`, for one requirement, and in `judge`, for what has to be
//! asked; it is nowhere else.

mod access;
mod approver;
mod changed;
mod glob;
mod host;
mod hosts;
mod judge;
mod lists;
mod paths;
mod plain;
mod profile;
mod real_path;
mod rules;
mod ruling;
mod settle;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) use self::judge::Verdict;
pub(crate) use self::settle::Case;

pub use self::access::{Access, AccessSource, Asked};
pub use self::approver::{Answers, Approval, Approver, Question, QuestionCall};
pub use self::hosts::Hosts;
pub use self::paths::Paths;
pub use self::plain::Plain;
pub use self::profile::{PolicyError, Profile};
pub use self::rules::{Decision, MemoryRules, Rule, RuleBook, RuleStore, RulesError, RulesFile};
pub use self::ruling::{Basis, Ruling};

/// What calls may do.
///
/// Each requirement of a call is decided by the first of these that says something:
///
/// 1. the profile, where it denies, or does not mention it;
/// 2. the stored rules, where they can't be read or deny;
/// 3. the stored rules, where they allow;
/// 4. the profile, where it allows;
/// 5. a person, asked once for all that is left of a call or batch.
///
/// A call runs if all its requirements are granted. A call that requires nothing runs.
#[derive(Clone)]
pub struct Policy {
    profile: Arc<Profile>,
    rules: Arc<dyn RuleStore>,
    approver: Option<Arc<dyn Approver>>,
    workspace: Option<PathBuf>,
}

impl Policy {
    /// A policy of a profile alone: what was approved for good ends with the process, and nobody
    /// is there to ask.
    #[must_use]
    pub fn new(profile: Profile) -> Self {
        Self {
            profile: Arc::new(profile),
            rules: Arc::new(MemoryRules::new()),
            approver: None,
            workspace: None,
        }
    }

    /// Keeps rules in a store, for example a [`RulesFile`].
    #[must_use]
    pub fn with_rules(mut self, rules: impl RuleStore + 'static) -> Self {
        self.rules = Arc::new(rules);
        self
    }

    /// Asks through this approver, in the calls whose context says that a person is present
    /// ([`CallContext::interactive`](crate::CallContext::interactive)).
    #[must_use]
    pub fn with_approver(mut self, approver: impl Approver + 'static) -> Self {
        self.approver = Some(Arc::new(approver));
        self
    }

    /// Sets the root of the workspace: patterns start from it and "always here" means it. Without
    /// one it is each call's working directory.
    #[must_use]
    pub fn with_workspace(mut self, root: impl Into<PathBuf>) -> Self {
        self.workspace = Some(root.into());
        self
    }

    /// The profile.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The profile and its revision, as `name@revision`.
    pub(crate) fn version(&self) -> String {
        format!("{}@{}", self.profile.name(), self.profile.revision())
    }
}

/// Nothing is granted: tools that require nothing run.
impl Default for Policy {
    fn default() -> Self {
        Self::new(Profile::new("nothing", "1"))
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("profile", &self.profile)
            .field("asks", &self.approver.is_some())
            .field("workspace", &self.workspace)
            .finish_non_exhaustive()
    }
}
