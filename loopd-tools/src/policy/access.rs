//! What a policy says of one requirement.

use std::path::Path;

use crate::definition::Definition;
use crate::requirement::Requirement;

/// What a policy says of one requirement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    /// The call may have it.
    Allow,
    /// A person is asked.
    Gated,
    /// The call can't have it.
    Deny,
}

/// A requirement together with all that can matter for it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Asked<'a> {
    /// What is asked for.
    pub requirement: &'a Requirement,
    /// The tool that asks.
    pub tool: &'a Definition,
    /// The root of the workspace: patterns of relative paths start from it.
    pub here: &'a Path,
    /// The directory that the call's relative paths start from.
    pub working_directory: &'a Path,
}

/// What grants a capability: it knows what the capability's resources mean.
///
/// [`Paths`](super::Paths) and [`Hosts`](super::Hosts) are two, and an [`Access`] is one that says
/// the same of every resource.
pub trait AccessSource: Send + Sync {
    /// What the source says of a requirement; none if it does not mention it.
    fn access(&self, asked: &Asked<'_>) -> Option<Access>;

    /// Whether the pattern of a stored allow covers what is asked for. By default a pattern covers
    /// the resource that it is equal to.
    fn covers(&self, pattern: &str, asked: &Asked<'_>) -> bool {
        asked.requirement.resource.as_deref() == Some(pattern)
    }

    /// Whether the pattern of a stored deny is about what is asked for. By default it is where it
    /// [`covers`](Self::covers). A source whose patterns can be none says yes to those: a deny that
    /// can't be read denies everything.
    fn denies(&self, pattern: &str, asked: &Asked<'_>) -> bool {
        self.covers(pattern, asked)
    }

    /// The pattern that covers what is asked for and nothing else: an approval keeps it. By
    /// default the resource itself.
    fn pattern(&self, asked: &Asked<'_>) -> Option<String> {
        asked.requirement.resource.clone()
    }

    /// Whether the source can be used at all; a broker is not built with one that can't.
    ///
    /// # Errors
    ///
    /// What is wrong, and what to write in its place.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

impl AccessSource for Access {
    fn access(&self, _asked: &Asked<'_>) -> Option<Access> {
        Some(*self)
    }
}
