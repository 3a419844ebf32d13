//! One tool in its place.

use std::sync::Arc;

use crate::definition::Definition;
use crate::dyn_tool::DynTool;
use crate::registry::Entry;
use crate::schema::Digest;

use super::error::ToolboxError;
use super::{name, parameters};

/// One tool in its place: what list, look-up and call all read.
pub(crate) struct Slot {
    tool: Arc<dyn DynTool>,
    /// What the tool said of itself when it was registered; it can't change under a listener.
    definition: Definition,
    digest: Digest,
    hidden: bool,
}

impl Slot {
    /// Takes a tool that every consumer can be told of.
    pub(super) fn new(tool: Arc<dyn DynTool>) -> Result<Self, ToolboxError> {
        let definition = tool.definition().clone();
        check(&definition)?;
        Ok(Self {
            tool,
            digest: definition.schema().digest(),
            definition,
            hidden: false,
        })
    }

    /// The same tool, hidden or shown.
    pub(super) fn with_hidden(&self, hidden: bool) -> Self {
        Self {
            tool: Arc::clone(&self.tool),
            definition: self.definition.clone(),
            digest: self.digest,
            hidden,
        }
    }

    pub(crate) fn tool(&self) -> &Arc<dyn DynTool> {
        &self.tool
    }

    pub(crate) fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The digest of the tool's schema.
    pub(crate) fn digest(&self) -> Digest {
        self.digest
    }

    pub(super) fn name(&self) -> &str {
        self.definition.name()
    }

    pub(super) fn hidden(&self) -> bool {
        self.hidden
    }

    pub(super) fn entry(&self) -> Entry {
        self.definition.clone().into_entry()
    }
}

/// Whether every consumer can be told of a tool.
pub(crate) fn check(definition: &Definition) -> Result<(), ToolboxError> {
    name::check(definition.name())?;
    let schema = definition.schema();
    if schema.description.trim().is_empty() {
        return Err(ToolboxError::EmptyDescription {
            name: schema.name.clone(),
        });
    }
    parameters::check(&schema.parameters).map_err(|reason| ToolboxError::InvalidSchema {
        name: schema.name.clone(),
        reason,
    })
}
