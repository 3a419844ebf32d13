//! Many calls at once: in waves, each behind what it must not overtake.

use std::future::poll_fn;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::task::Poll;

use crate::dyn_tool::BoxFuture;

use super::call::Call;
use super::facts::Facts;
use super::inner::Inner;
use super::outcome::Outcome;
use super::pipeline::{answer, finish, may_be_prepared_later, note, prepare};
use super::policy::{Judged, judge};
use super::requirements::Planned;
use super::waves::{Turn, waves};

/// A call that waits for its turn.
enum Waiting {
    Judged(Box<(Facts, Judged)>),
    /// Could not be prepared as things are; is tried again when all before it has run.
    Later(Box<Facts>),
}

/// Answers many calls; the outcomes are in the order of the calls.
pub(super) async fn call_all(inner: Arc<Inner>, calls: Vec<Call>) -> Vec<Outcome> {
    let mut outcomes: Vec<Option<Outcome>> = Vec::new();
    outcomes.resize_with(calls.len(), || None);
    let mut waiting: Vec<(usize, Waiting)> = Vec::with_capacity(calls.len());
    let mut planned: Vec<(usize, Facts, Planned)> = Vec::with_capacity(calls.len());
    for (place, call) in calls.into_iter().enumerate() {
        let mut facts = Facts::new(Arc::clone(&inner), call);
        let span = facts.span.clone();
        match span.scope(|| prepare(&mut facts)) {
            Ok(plan) => planned.push((place, facts, plan)),
            Err(end) if place > 0 && may_be_prepared_later(&end) => {
                waiting.push((place, Waiting::Later(Box::new(facts))));
            }
            Err(end) => outcomes[place] = Some(facts.respond(end)),
        }
    }
    for (place, result) in judge_all(&inner, planned).await {
        match result {
            Ok(judged) => waiting.push((place, Waiting::Judged(judged))),
            Err(outcome) => outcomes[place] = Some(*outcome),
        }
    }
    waiting.sort_by_key(|(place, _)| *place);
    for (place, outcome) in run_waves(waiting, inner.limits.parallel()).await {
        outcomes[place] = Some(outcome);
    }
    outcomes.into_iter().flatten().collect()
}

type Verdict = Result<Box<(Facts, Judged)>, Box<Outcome>>;

/// Judges all calls together.
async fn judge_all(inner: &Inner, planned: Vec<(usize, Facts, Planned)>) -> Vec<(usize, Verdict)> {
    let mut facts = Vec::with_capacity(planned.len());
    let mut calls = Vec::with_capacity(planned.len());
    for (place, known, plan) in planned {
        calls.push((plan, known.call.cx.clone()));
        facts.push((place, known));
    }
    let judgements = judge(&inner.policy, calls).await;
    let verdict = |((place, mut facts), judgement): ((usize, Facts), _)| {
        let verdict = match note(&mut facts, judgement) {
            Ok(judged) => Ok(Box::new((facts, judged))),
            Err(end) => Err(Box::new(facts.respond(end))),
        };
        (place, verdict)
    };
    facts.into_iter().zip(judgements).map(verdict).collect()
}

/// Runs the calls, each when its wave has come.
async fn run_waves(waiting: Vec<(usize, Waiting)>, bound: NonZeroUsize) -> Vec<(usize, Outcome)> {
    let turns: Vec<Turn<'_>> = waiting.iter().map(|(_, waiting)| waiting.turn()).collect();
    let waves = waves(&turns);
    let mut calls: Vec<Option<(usize, Waiting)>> = waiting.into_iter().map(Some).collect();
    let mut outcomes = Vec::with_capacity(calls.len());
    for wave in waves {
        let mut running: Vec<BoxFuture<'_, (usize, Outcome)>> = Vec::with_capacity(wave.len());
        for (place, waiting) in wave.into_iter().filter_map(|at| calls[at].take()) {
            running.push(Box::pin(async move { (place, waiting.finish().await) }));
        }
        outcomes.extend(join(running, bound).await);
    }
    outcomes
}

impl Waiting {
    fn turn(&self) -> Turn<'_> {
        match self {
            Self::Judged(call) => Turn {
                concurrent: call.1.concurrent,
                resource: call.1.resource.as_deref(),
            },
            Self::Later(_) => Turn {
                concurrent: false,
                resource: None,
            },
        }
    }

    async fn finish(self) -> Outcome {
        match self {
            Self::Judged(call) => {
                let (facts, judged) = *call;
                let span = facts.span.clone();
                span.around(finish(facts, judged)).await
            }
            Self::Later(facts) => answer(*facts).await,
        }
    }
}

/// What the futures give, in the order in which they end; `bound` of them are driven at once.
async fn join<T>(futures: Vec<BoxFuture<'_, T>>, bound: NonZeroUsize) -> Vec<T> {
    let mut outputs = Vec::with_capacity(futures.len());
    let mut futures = futures.into_iter();
    let mut running: Vec<BoxFuture<'_, T>> = futures.by_ref().take(bound.get()).collect();
    poll_fn(|cx| {
        let mut place = 0;
        while place < running.len() {
            match running[place].as_mut().poll(cx) {
                Poll::Pending => place += 1,
                Poll::Ready(output) => {
                    outputs.push(output);
                    match futures.next() {
                        Some(next) => running[place] = next,
                        None => drop(running.remove(place)),
                    }
                }
            }
        }
        if running.is_empty() {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
    outputs
}
