//! Step 2: the arguments become a prepared call, once.

use std::sync::Arc;

use crate::arguments::{Arguments, Limits};
use crate::contain::{Foreign, contain};
use crate::context::CallContext;
use crate::dyn_tool::Prepared;
use crate::error::ToolError;
use crate::toolbox::Slot;

use super::find::Found;
use super::panicked;

/// How a host wants arguments to be read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reading {
    pub(super) exact: bool,
    pub(super) limits: Limits,
}

/// A call whose arguments are read: what is in it is what is judged and run.
pub(super) struct Decoded {
    pub(super) slot: Arc<Slot>,
    pub(super) prepared: Foreign<Box<dyn Prepared>>,
}

pub(super) fn decode(
    found: Found<'_>,
    reading: Reading,
    cx: &CallContext,
) -> Result<Decoded, ToolError> {
    let Found { slot, arguments } = found;
    let arguments = Arguments::from(&*arguments)
        .with_exact(reading.exact)
        .with_limits(reading.limits);
    let prepared = match contain(|| slot.tool().prepare(arguments, cx)) {
        Ok(prepared) => prepared?,
        Err(panic) => return Err(panicked(slot.definition().name(), panic)),
    };
    Ok(Decoded {
        slot,
        prepared: Foreign::new(prepared),
    })
}
