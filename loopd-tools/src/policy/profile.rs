//! What is allowed, gated and denied, by capability.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use crate::definition::Definition;

use super::access::{Access, AccessSource, Asked};

/// What is allowed, gated and denied, by capability. What it does not mention is denied.
///
/// ```
/// use loopd_tools::policy::{Access, Hosts, Paths, Profile};
///
/// let profile = Profile::new("coding", "2")
///     .with("fs.read", Paths::new().allow("**").deny("**/.env"))
///     .with("fs.write", Paths::new().gate("src/**"))
///     .with("net", Hosts::new().allow("docs.rs").gate("*"))
///     .with("process.run", Access::Deny);
/// ```
#[derive(Clone)]
pub struct Profile {
    name: String,
    revision: String,
    sources: BTreeMap<String, Arc<dyn AccessSource>>,
    read_only: bool,
}

impl Profile {
    /// A profile that mentions nothing. The revision is a string of the host's choice that changes
    /// with the profile: approvals and audit records keep it.
    #[must_use]
    pub fn new(name: impl Into<String>, revision: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            revision: revision.into(),
            sources: BTreeMap::new(),
            read_only: false,
        }
    }

    /// Says what grants a capability, in place of what was said before.
    #[must_use]
    pub fn with(
        mut self,
        capability: impl Into<String>,
        source: impl AccessSource + 'static,
    ) -> Self {
        self.sources.insert(capability.into(), Arc::new(source));
        self
    }

    /// Allows what is gated to tools that say of themselves that they are read-only. Never to
    /// untrusted ones: what they say of themselves counts for nothing.
    #[must_use]
    pub fn with_read_only_allowed(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// The profile's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The profile's revision.
    #[must_use]
    pub fn revision(&self) -> &str {
        &self.revision
    }

    /// Whether all that grants something can be used.
    pub(crate) fn check(&self) -> Result<(), PolicyError> {
        for (capability, source) in &self.sources {
            source.check().map_err(|reason| PolicyError {
                profile: self.name.clone(),
                capability: capability.clone(),
                reason,
            })?;
        }
        Ok(())
    }

    /// What grants a capability.
    pub(super) fn source(&self, capability: &str) -> Option<&dyn AccessSource> {
        self.sources.get(capability).map(|source| &**source)
    }

    /// What the profile says of a requirement; none if it does not mention it.
    pub(super) fn access(&self, asked: &Asked<'_>) -> Option<Access> {
        let source = self.source(&asked.requirement.capability)?;
        match source.access(asked)? {
            Access::Gated if self.read_only && is_read_only(asked.tool) => Some(Access::Allow),
            access => Some(access),
        }
    }
}

/// Why a policy can't be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("profile `{profile}`: {capability}: {reason}")]
#[non_exhaustive]
pub struct PolicyError {
    /// The profile's name.
    pub profile: String,
    /// The capability whose source is wrong.
    pub capability: String,
    /// What is wrong, and what to write in its place.
    pub reason: String,
}

fn is_read_only(tool: &Definition) -> bool {
    tool.hints().read_only() && !tool.untrusted()
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Profile")
            .field("name", &self.name)
            .field("revision", &self.revision)
            .field("capabilities", &self.sources.keys())
            .finish_non_exhaustive()
    }
}
