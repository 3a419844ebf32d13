//! One stored rule.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::schema::Digest;

/// What a stored rule decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The call may have it: what "approve always here" leaves behind.
    Allow,
    /// The call can't have it.
    Deny,
}

/// One stored rule: it decides about a capability, for a tool, on some resources, in a workspace.
///
/// What a deny leaves open it denies: any tool, any resource, every workspace. An allow holds for
/// the one tool whose digest it keeps, in the one workspace where it was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Rule {
    /// What it decides.
    pub decision: Decision,
    /// The kind of thing it decides about.
    pub capability: String,
    /// A pattern of the resources, in the spelling of the capability's
    /// [`AccessSource`](crate::policy::AccessSource). An allow without one holds for requirements
    /// that name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
    /// The root of the workspace, links followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub here: Option<PathBuf>,
    /// The tool's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The digest of the tool's schema when the rule was made; a deny does not look at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// The profile and its revision when the rule was made, as `name@revision`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// When the rule was made, as RFC 3339 in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

impl Rule {
    /// A rule that denies a capability to every tool, on every resource, everywhere.
    #[must_use]
    pub fn deny(capability: impl Into<String>) -> Self {
        Self::new(Decision::Deny, capability)
    }

    /// A rule that allows a capability to a tool of this digest in a workspace, on the requirements
    /// that name no resource.
    #[must_use]
    pub fn allow(
        capability: impl Into<String>,
        tool: impl Into<String>,
        digest: Digest,
        here: impl Into<PathBuf>,
    ) -> Self {
        Self {
            tool: Some(tool.into()),
            digest: Some(digest),
            here: Some(here.into()),
            ..Self::new(Decision::Allow, capability)
        }
    }

    fn new(decision: Decision, capability: impl Into<String>) -> Self {
        Self {
            decision,
            capability: capability.into(),
            resource: None,
            here: None,
            tool: None,
            digest: None,
            policy: None,
            since: None,
        }
    }

    /// Decides about the resources of this pattern.
    #[must_use]
    pub fn with_resource(mut self, pattern: impl Into<String>) -> Self {
        self.resource = Some(pattern.into());
        self
    }

    /// Decides for this tool.
    #[must_use]
    pub fn with_tool(mut self, name: impl Into<String>) -> Self {
        self.tool = Some(name.into());
        self
    }

    /// Decides in this workspace.
    #[must_use]
    pub fn with_here(mut self, root: impl Into<PathBuf>) -> Self {
        self.here = Some(root.into());
        self
    }

    /// What an allow must hold to be one.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let pinned = self.tool.is_some() && self.digest.is_some() && self.here.is_some();
        match self.decision {
            Decision::Allow if !pinned => Err("an allow needs `tool`, `digest` and `here`"),
            _ => Ok(()),
        }
    }

    /// Whether the rule is about this tool's calls for this capability here, all but the resource
    /// and the digest.
    pub(crate) fn concerns(&self, tool: &str, capability: &str, here: &Path) -> bool {
        self.capability == capability
            && self.tool.as_ref().is_none_or(|name| name == tool)
            && self.here.as_ref().is_none_or(|root| root == here)
    }

    /// Whether a new rule takes the place of this one.
    pub(super) fn is_about_the_same_as(&self, other: &Self) -> bool {
        let subject = |rule: &Self| {
            let Self {
                decision,
                capability,
                resource,
                here,
                tool,
                ..
            } = rule.clone();
            (decision, capability, resource, here, tool)
        };
        subject(self) == subject(other)
    }
}
