//! Step 3: what the call says that it needs.

use std::sync::Arc;

use crate::contain::{Foreign, contain};
use crate::definition::Definition;
use crate::dyn_tool::Prepared;
use crate::error::ToolError;
use crate::plan::Plan;
use crate::requirement::Requirement;
use crate::toolbox::Slot;

use super::decode::Decoded;
use super::panicked;

/// A call that has said what it needs.
pub(super) struct Planned {
    pub(super) slot: Arc<Slot>,
    pub(super) prepared: Foreign<Box<dyn Prepared>>,
    pub(super) plan: Plan,
}

pub(super) fn requirements(decoded: Decoded) -> Result<Planned, ToolError> {
    let Decoded { slot, prepared } = decoded;
    let mut plan = match contain(|| prepared.get().map(|prepared| prepared.plan())) {
        Ok(plan) => plan.unwrap_or_default(),
        Err(panic) => return Err(panicked(slot.definition().name(), panic)),
    };
    complete(&mut plan, slot.definition());
    Ok(Planned {
        slot,
        prepared,
        plan,
    })
}

/// A capability that the definition names is required, even if the call has not said so.
fn complete(plan: &mut Plan, definition: &Definition) {
    let said = |plan: &Plan, capability: &str| {
        let mut requirements = plan.requirements.iter();
        requirements.any(|requirement| requirement.capability == capability)
    };
    for capability in definition.requires() {
        if !said(plan, capability) {
            plan.requirements.extend(Requirement::of_capabilities(
                definition.name(),
                [capability.as_str()],
                plan.resource.as_deref(),
            ));
        }
    }
}
