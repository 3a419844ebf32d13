//! What came of the calls.

use std::collections::BTreeMap;

use loopd_tools::audit::AuditOutcome;
use loopd_tools::broker::End;
use loopd_tools::{Outcome, ToolErrorKind};

/// What came of it. It comes out even, or there is none.
#[derive(Default)]
pub(crate) struct Tally {
    /// Calls that were waited for, each with one response.
    pub(crate) responses: usize,
    /// Audit records: one for each of these calls, and one for each that was let go.
    pub(crate) records: usize,
    /// Responses by how they ended.
    pub(crate) kinds: BTreeMap<&'static str, usize>,
    /// Calls whose futures were dropped on the way.
    pub(crate) let_go: usize,
    /// Tools that were taken out and put in again while calls ran.
    pub(crate) removals: usize,
    /// Resident size in KiB before and after, where the system tells it.
    pub(crate) resident: Option<(usize, usize)>,
}

impl Tally {
    /// Counts a response, which must be one that the call can have.
    pub(super) fn note(
        &mut self,
        act: &str,
        outcome: &Outcome,
        called_off: bool,
    ) -> Result<(), String> {
        use AuditOutcome::{
            Cancelled, Denied, Failed, InvalidInput, NotFound, Ok as Worked, Panicked, Timeout,
            ToolError,
        };
        let kind = kind(outcome);
        let can_be: &[AuditOutcome] = match act {
            "answer" | "long" => &[Worked],
            "wait" | "polite" => &[Worked, Timeout],
            "fail" => &[NotFound],
            "sour" => &[ToolError],
            "panic early" | "panic while decoding" => &[Panicked],
            "panic late" => &[Panicked, Timeout],
            "stuck" => &[Timeout],
            "shut" => &[Denied],
            "ask" => &[Worked, Denied],
            "misfit" => &[Failed],
            "unfit" => &[InvalidInput],
            other => return Err(format!("nothing is called {other}")),
        };
        // No digest: the tool was gone, or there is none of the name.
        let gone = outcome.digest.is_none() && [NotFound, ToolError].contains(&kind);
        if !(can_be.contains(&kind) || gone || called_off && kind == Cancelled) {
            return Err(format!(
                "{act} ended as {}: {}",
                kind.name(),
                outcome.text()
            ));
        }
        self.count(outcome);
        Ok(())
    }

    pub(super) fn count(&mut self, outcome: &Outcome) {
        self.responses += 1;
        *self.kinds.entry(kind(outcome).name()).or_default() += 1;
    }

    pub(super) fn add(&mut self, other: Self) {
        self.responses += other.responses;
        self.let_go += other.let_go;
        self.removals += other.removals;
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
    }
}

/// How a call ended, from what its caller sees.
fn kind(outcome: &Outcome) -> AuditOutcome {
    match &outcome.end {
        End::Output(_) if outcome.is_ok() => AuditOutcome::Ok,
        End::Output(_) => AuditOutcome::ToolError,
        End::Denied(_) => AuditOutcome::Denied,
        End::Error(error) => match error.kind() {
            _ if error.message().ends_with("by a fault of its own") => AuditOutcome::Panicked,
            ToolErrorKind::NotFound => AuditOutcome::NotFound,
            ToolErrorKind::InvalidInput => AuditOutcome::InvalidInput,
            ToolErrorKind::Timeout => AuditOutcome::Timeout,
            ToolErrorKind::Cancelled => AuditOutcome::Cancelled,
            _ => AuditOutcome::Failed,
        },
        _ => AuditOutcome::Failed,
    }
}
