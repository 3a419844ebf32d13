//! What was decided, and by what.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::requirement::Requirement;

/// What was decided about one requirement, and by what.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ruling {
    /// What was asked for.
    pub requirement: Requirement,
    /// What decided.
    pub basis: Basis,
}

/// What decided about a requirement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Basis {
    /// The profile denies it.
    ProfileDeny,
    /// A stored rule denies it.
    StoredDeny,
    /// A stored rule allows it.
    StoredAllow,
    /// The profile allows it.
    ProfileAllow,
    /// A person approved it.
    Approved,
    /// A person approved it for good.
    ApprovedAlways,
    /// A person refused it.
    Refused,
    /// A person would have to be asked, and nobody is there.
    NobodyToAsk,
    /// A person would have been asked, but something else denies the call.
    NotAsked,
    /// No profile mentions it.
    NotMentioned,
    /// The stored rules can't be used.
    RulesUnusable,
}

impl Basis {
    /// Whether the requirement is granted.
    #[must_use]
    pub fn allows(self) -> bool {
        use Basis::{Approved, ApprovedAlways, ProfileAllow, StoredAllow};
        matches!(self, StoredAllow | ProfileAllow | Approved | ApprovedAlways)
    }

    /// Whether this alone denies the call.
    #[must_use]
    pub fn denies(self) -> bool {
        !self.allows() && self != Self::NotAsked
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ProfileDeny => "the profile denies it",
            Self::StoredDeny => "a stored rule denies it",
            Self::StoredAllow => "a stored rule allows it",
            Self::ProfileAllow => "the profile allows it",
            Self::Approved => "a person approved it",
            Self::ApprovedAlways => "a person approved it for good",
            Self::Refused => "a person refused it",
            Self::NobodyToAsk => "a person has to be asked, and nobody is there",
            Self::NotAsked => "nobody was asked, as something else denies the call",
            Self::NotMentioned => "no profile mentions it",
            Self::RulesUnusable => "the stored rules can't be used",
        })
    }
}
