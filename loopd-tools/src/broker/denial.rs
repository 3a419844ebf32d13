//! Why a call was not allowed, for the model.

use std::fmt;

use crate::policy::{Plain, Ruling};
use crate::port::DenyReason;

/// How many characters of a resource are shown.
const SHOWN: usize = 200;

/// Why a call was not allowed: what was denied, by what, and what the model may do instead. Its
/// `Display` is what the model reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    reason: DenyReason,
    tool: String,
    denied: Vec<Ruling>,
}

impl Denial {
    pub(super) fn new(tool: &str, reason: DenyReason, rulings: &[Ruling]) -> Self {
        let denied = rulings.iter().filter(|ruling| ruling.basis.denies());
        Self {
            reason,
            tool: tool.to_owned(),
            denied: denied.cloned().collect(),
        }
    }

    /// The reason, in the form that goes through a port.
    #[must_use]
    pub fn reason(&self) -> &DenyReason {
        &self.reason
    }

    /// What was denied, and by what.
    #[must_use]
    pub fn denied(&self) -> &[Ruling] {
        &self.denied
    }
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was not allowed", self.tool)?;
        for (place, Ruling { requirement, basis }) in self.denied.iter().enumerate() {
            f.write_str(if place == 0 { " " } else { "; " })?;
            f.write_str(&requirement.capability)?;
            if let Some(resource) = &requirement.resource {
                write!(f, " of {}", Plain::new(resource, SHOWN))?;
            }
            write!(f, ": {basis}")?;
        }
        f.write_str("\n")?;
        f.write_str(match &self.reason {
            DenyReason::Refused => "Do not ask for it again; ask the person what to do instead.",
            DenyReason::ApprovalRequired { .. } => {
                "Go on with what needs no approval, and say in the end what was missing."
            }
            DenyReason::RulesUnusable => {
                "Tell the person that the stored approvals can't be used; nothing that needs one \
                 works until they are mended."
            }
            _ => "Do without it, or tell the person what you wanted to do and why.",
        })
    }
}
