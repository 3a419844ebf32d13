//! Step 4: whether the calls may have what they need.

use std::sync::Arc;

use crate::contain::{Contained, Foreign, Panic};
use crate::context::CallContext;
use crate::dyn_tool::Prepared;
use crate::error::ToolError;
use crate::plan::Plan;
use crate::policy::{Case, Policy, RulesError, Ruling, Verdict};
use crate::requirement::Requirement;
use crate::toolbox::Slot;

use super::denial::Denial;
use super::outcome::End;
use super::race::unless;
use super::requirements::Planned;
use super::run::called_off;

/// A call that may run.
pub(super) struct Judged {
    pub(super) slot: Arc<Slot>,
    pub(super) prepared: Foreign<Box<dyn Prepared>>,
    pub(super) resource: Option<String>,
    pub(super) concurrent: bool,
    /// What was granted to it.
    pub(super) granted: Vec<Requirement>,
}

/// What was decided about a call.
pub(super) struct Judgement {
    pub(super) call: Result<Judged, End>,
    pub(super) rulings: Vec<Ruling>,
    pub(super) rules_error: Option<Arc<RulesError>>,
}

/// Judges the calls of a batch together, so that a person is asked once. When all of them are
/// called off, the person is asked no more.
pub(super) async fn judge(policy: &Policy, calls: Vec<(Planned, CallContext)>) -> Vec<Judgement> {
    // What is prepared is owned and waits: it can't be shared with other threads, its plan can.
    let (asking, prepared): (Vec<Asking>, Vec<_>) = calls.into_iter().map(Asking::new).unzip();
    let verdicts = if asking.iter().all(Asking::needs_nothing) {
        Ok(asking.iter().map(|_| Verdict::default()).collect())
    } else {
        verdicts(policy, &asking).await
    };
    let calls = asking.into_iter().zip(prepared);
    match verdicts {
        Ok(verdicts) => calls
            .zip(verdicts)
            .map(|((asking, prepared), verdict)| asking.judgement(prepared, verdict))
            .collect(),
        Err(failed) => calls.map(|_| Judgement::failed(failed.error())).collect(),
    }
}

/// Judges a call alone.
pub(super) async fn judge_one(policy: &Policy, call: Planned, cx: CallContext) -> Judgement {
    let (asking, prepared) = Asking::new((call, cx));
    let verdict = if asking.needs_nothing() {
        // Most calls: nothing is made for them that a batch would need.
        Ok(Verdict::default())
    } else {
        let verdicts = verdicts(policy, std::slice::from_ref(&asking)).await;
        verdicts.and_then(|verdicts| verdicts.into_iter().next().ok_or(Failed::CalledOff))
    };
    match verdict {
        Ok(verdict) => asking.judgement(prepared, verdict),
        Err(failed) => Judgement::failed(failed.error()),
    }
}

async fn verdicts(policy: &Policy, asking: &[Asking]) -> Result<Vec<Verdict>, Failed> {
    let cases: Vec<Case<'_>> = asking.iter().map(Asking::case).collect();
    let judging = Contained::new(|| Box::pin(policy.judge(&cases)));
    let all_called_off = async {
        for asking in asking {
            asking.cx.cancellation().cancelled().await;
        }
    };
    match unless(judging, all_called_off).await {
        Some(verdicts) => verdicts.map_err(Failed::Panicked),
        None => Err(Failed::CalledOff),
    }
}

/// Why nothing was decided.
enum Failed {
    Panicked(Panic),
    CalledOff,
}

impl Failed {
    fn error(&self) -> ToolError {
        match self {
            Self::Panicked(panic) => ToolError::permission("the policy could not judge the call")
                .with_source(panic.clone()),
            Self::CalledOff => called_off(),
        }
    }
}

/// A call that asks for something.
struct Asking {
    slot: Arc<Slot>,
    plan: Plan,
    cx: CallContext,
}

impl Asking {
    fn new((call, cx): (Planned, CallContext)) -> (Self, Foreign<Box<dyn Prepared>>) {
        let Planned {
            slot,
            prepared,
            plan,
        } = call;
        (Self { slot, plan, cx }, prepared)
    }

    fn needs_nothing(&self) -> bool {
        self.plan.requirements.is_empty()
    }

    fn case(&self) -> Case<'_> {
        Case {
            tool: self.slot.definition(),
            digest: self.slot.digest(),
            requirements: &self.plan.requirements,
            audit: &self.plan.audit,
            cx: &self.cx,
        }
    }

    fn judgement(self, prepared: Foreign<Box<dyn Prepared>>, verdict: Verdict) -> Judgement {
        let Self { slot, plan, .. } = self;
        let Verdict {
            rulings,
            denied,
            rules_error,
        } = verdict;
        let call = match denied {
            Some(reason) => {
                let tool = slot.definition().name();
                Err(End::Denied(Denial::new(tool, reason, &rulings)))
            }
            None => Ok(Judged {
                slot,
                prepared,
                resource: plan.resource,
                concurrent: plan.concurrent,
                granted: plan.requirements,
            }),
        };
        Judgement {
            call,
            rulings,
            rules_error,
        }
    }
}

impl Judgement {
    fn failed(error: ToolError) -> Self {
        Self {
            call: Err(End::Error(error)),
            rulings: Vec::new(),
            rules_error: None,
        }
    }
}
