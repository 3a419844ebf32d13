//! The way of a call through the steps: find → decode → requirements → policy → run → cap →
//! respond.
//!
//! What a step makes is owned by the next one. The arguments are decoded once, and the very value
//! that was judged is the one that runs.

use std::sync::Arc;

use crate::error::ToolErrorKind;

use super::call::Call;
use super::cap::{Capped, cap};
use super::decode::decode;
use super::facts::Facts;
use super::find::{Finding, find};
use super::inner::Inner;
use super::outcome::{End, Outcome};
use super::policy::{Judged, Judgement, judge_one};
use super::requirements::{Planned, requirements};
use super::run::{Ran, run};

/// Answers one call.
pub(super) async fn call(inner: Arc<Inner>, call: Call) -> Outcome {
    answer(Facts::new(inner, call)).await
}

/// Takes a call through all steps, in its span.
pub(super) async fn answer(mut facts: Facts) -> Outcome {
    let span = facts.span.clone();
    let steps = async {
        match prepare(&mut facts) {
            Ok(planned) => judge_and_finish(facts, planned).await,
            Err(end) => facts.respond(end),
        }
    };
    span.around(steps).await
}

/// Judges a call alone, and runs it.
async fn judge_and_finish(mut facts: Facts, planned: Planned) -> Outcome {
    let inner = Arc::clone(&facts.inner);
    let judgement = judge_one(&inner.policy, planned, facts.call.cx.clone()).await;
    match note(&mut facts, judgement) {
        Ok(judged) => finish(facts, judged).await,
        Err(end) => facts.respond(end),
    }
}

/// The steps before judgement.
pub(super) fn prepare(facts: &mut Facts) -> Result<Planned, End> {
    // What an earlier try has found may be gone.
    facts.slot = None;
    let Call { request, cx, .. } = &facts.call;
    let found = match find(&facts.inner.toolbox, request) {
        Finding::Tool(found) => found,
        Finding::Answer(output) => return Err(End::Output(output)),
        Finding::Unknown(error) => return Err(End::Error(error)),
    };
    facts.span.name(found.slot.definition().name());
    facts.slot = Some(Arc::clone(&found.slot));
    let decoded = decode(found, facts.inner.reading, cx).map_err(End::Error)?;
    let mut planned = requirements(decoded).map_err(End::Error)?;
    facts.line = Some(planned.plan.audit.clone());
    facts.repairs = std::mem::take(&mut planned.plan.repairs);
    Ok(planned)
}

/// Whether a call that could not be prepared may be when the calls before it have run: its
/// arguments fit, and it was the state of things that did not.
pub(super) fn may_be_prepared_later(end: &End) -> bool {
    match end {
        End::Error(error) if error.kind() == ToolErrorKind::InvalidInput => {
            error.problems().is_empty()
        }
        End::Error(_) => true,
        _ => false,
    }
}

/// Notes what was decided about a call.
pub(super) fn note(facts: &mut Facts, judgement: Judgement) -> Result<Judged, End> {
    facts.rulings = judgement.rulings;
    facts.rules_error = judgement.rules_error;
    judgement.call
}

/// The steps behind judgement.
pub(super) async fn finish(mut facts: Facts, judged: Judged) -> Outcome {
    let inner = Arc::clone(&facts.inner);
    let means = inner.means(&judged.slot);
    let Ran {
        result,
        took,
        still_running,
    } = run(judged, facts.call.cx.clone(), means).await;
    facts.ran_for = took;
    facts.still_running = still_running;
    let end = match result {
        Ok(output) => {
            // What the definition says of every output holds for this one.
            let pinned = output.pinned() || facts.is_pinned();
            let output = output.with_pinned(pinned);
            let spill = inner.limits.spill().then_some(&facts.call.cx);
            let Capped { output, left_out } = cap(output, facts.max_output(), spill);
            facts.left_out = left_out;
            End::Output(output)
        }
        Err(error) => End::Error(error),
    };
    facts.respond(end)
}
