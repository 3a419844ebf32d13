//! What a prepared call says of itself before it runs.

use crate::arguments::Repair;
use crate::definition::Definition;
use crate::requirement::Requirement;

/// What one call needs and how it may be ordered: owned, so that it outlives the call.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// What the call needs.
    pub requirements: Vec<Requirement>,
    /// What the call works on; two calls with one resource never overlap.
    pub resource: Option<String>,
    /// Whether the call may overlap others.
    pub concurrent: bool,
    /// The call in words for the audit log.
    pub audit: String,
    /// What was mended in the arguments.
    pub repairs: Vec<Repair>,
}

impl Plan {
    /// What a tool of this definition says of every call: it needs the capabilities that the
    /// definition names, and its audit line is the tool's name.
    #[must_use]
    pub fn of(definition: &Definition) -> Self {
        Self {
            requirements: requirements(definition, None),
            resource: None,
            concurrent: definition.concurrent(),
            audit: definition.name().to_owned(),
            repairs: Vec::new(),
        }
    }

    /// As [`of`](Self::of), for a call that works on `resource`: the capabilities that the
    /// definition names are needed for it.
    #[must_use]
    pub fn on(definition: &Definition, resource: impl Into<String>) -> Self {
        let resource = resource.into();
        Self {
            requirements: requirements(definition, Some(&resource)),
            resource: Some(resource),
            ..Self::of(definition)
        }
    }

    /// What a tool of this definition says of a call that may name a resource.
    pub(crate) fn naming(definition: &Definition, resource: Option<String>) -> Self {
        match resource {
            Some(resource) => Self::on(definition, resource),
            None => Self::of(definition),
        }
    }

    /// Adds something that the call needs.
    #[must_use]
    pub fn with_requirement(mut self, requirement: Requirement) -> Self {
        self.requirements.push(requirement);
        self
    }

    /// Says whether the call may overlap others.
    #[must_use]
    pub fn with_concurrent(mut self, concurrent: bool) -> Self {
        self.concurrent = concurrent;
        self
    }

    /// Puts the call into words for the audit log, with nothing secret in them.
    #[must_use]
    pub fn with_audit(mut self, audit: impl Into<String>) -> Self {
        self.audit = audit.into();
        self
    }

    /// Tells what was mended in the arguments.
    #[must_use]
    pub fn with_repairs(mut self, repairs: Vec<Repair>) -> Self {
        self.repairs = repairs;
        self
    }
}

fn requirements(definition: &Definition, resource: Option<&str>) -> Vec<Requirement> {
    let capabilities = definition.requires().iter().map(String::as_str);
    Requirement::of_capabilities(definition.name(), capabilities, resource)
}
