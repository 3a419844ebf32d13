//! The tools of one version.

use std::fmt;
use std::sync::Arc;

use crate::dyn_tool::DynTool;
use crate::registry::Registry;

use super::slot::Slot;

/// The tools of one version of a [`Toolbox`](super::Toolbox), as one: number, registry and tools
/// belong together, whatever happens to the toolbox.
pub struct Surface {
    version: u64,
    registry: Registry,
    slots: Vec<Arc<Slot>>,
}

impl Surface {
    pub(super) fn new<'a>(version: u64, listed: impl Iterator<Item = &'a Arc<Slot>>) -> Self {
        let slots: Vec<Arc<Slot>> = listed.cloned().collect();
        Self {
            version,
            registry: slots.iter().map(|slot| slot.entry()).collect(),
            slots,
        }
    }

    /// The version.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The tools' entries, in the order of their registration.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The tools, in the order of their registration.
    #[must_use]
    pub fn tools(&self) -> impl ExactSizeIterator<Item = &Arc<dyn DynTool>> {
        self.slots.iter().map(|slot| slot.tool())
    }
}

impl fmt::Debug for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surface")
            .field("version", &self.version)
            .field("tools", &self.registry.names())
            .finish_non_exhaustive()
    }
}
