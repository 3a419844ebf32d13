//! What a call needs and a policy grants.

use serde::{Deserialize, Serialize};

/// Something that a call needs and that a policy grants.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// The kind of thing: `fs.read`, `net`, ...
    pub capability: String,
    /// The one that is meant: a path, a host, ...
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
    /// The request in words for a person.
    pub words: String,
}

impl Requirement {
    /// Something of `capability`, in words for a person.
    #[must_use]
    pub fn new(capability: impl Into<String>, words: impl Into<String>) -> Self {
        Self {
            capability: capability.into(),
            resource: None,
            words: words.into(),
        }
    }

    /// Names the one thing that is meant.
    #[must_use]
    pub fn with_resource(mut self, resource: impl Into<String>) -> Self {
        self.resource = Some(resource.into());
        self
    }

    /// What a tool that names no more than capabilities needs: each of them, for the call's
    /// resource where it has one.
    pub(crate) fn of_capabilities<'a>(
        tool: &str,
        capabilities: impl IntoIterator<Item = &'a str>,
        resource: Option<&str>,
    ) -> Vec<Self> {
        let requirement = |capability: &str| match resource {
            Some(resource) => Self::new(
                capability,
                format!("{tool} asks for {capability}: {resource}"),
            )
            .with_resource(resource),
            None => Self::new(capability, format!("{tool} asks for {capability}")),
        };
        capabilities.into_iter().map(requirement).collect()
    }
}
