//! One try of a call: what a host concludes from what it hears and from what it does not hear.
//!
//! Nothing here waits or sends, so that all that can happen can be tried one after the other.

use std::time::{Duration, Instant};

use super::Times;
use super::inbox::About;
use crate::nats::error::CallError;
use crate::nats::message::Said;

/// How often a worker that says nothing is asked.
const AGAIN: Duration = Duration::from_millis(250);

/// How seldom a worker that answers is asked.
const SELDOM: Duration = Duration::from_secs(8);

pub(super) struct Attempt {
    /// Whether the worker waits for the word that the call may run.
    hold: bool,
    group: String,
    times: Times,
    phase: Phase,
}

enum Phase {
    /// Nobody has said anything yet.
    Sent { until: Instant },
    /// A worker has it.
    Taken {
        worker: String,
        ask_at: Instant,
        pause: Duration,
        /// Since when the worker has been asked and has not answered.
        silent: Option<Instant>,
    },
}

/// What is to be done.
#[derive(Debug)]
pub(super) enum Step {
    Wait,
    /// Tell the worker that the call may run.
    Go,
    /// Ask the worker what has become of the call.
    Ask,
    /// The response, in whatever form it came.
    Response(Said),
    Fail(CallError),
}

impl Attempt {
    /// A try that was sent now.
    pub(super) fn new(hold: bool, group: String, times: Times, now: Instant) -> Self {
        let until = now + times.taking;
        Self {
            hold,
            group,
            times,
            phase: Phase::Sent { until },
        }
    }

    /// The worker that has the call.
    pub(super) fn worker(&self) -> Option<&str> {
        match &self.phase {
            Phase::Sent { .. } => None,
            Phase::Taken { worker, .. } => Some(worker),
        }
    }

    /// Whether the call may have run, as far as is known.
    pub(super) fn may_have_run(&self) -> bool {
        // A held call runs when the worker is told so, and that is done once it has taken it.
        !self.hold || self.worker().is_some()
    }

    /// When [`tick`](Self::tick) has something to say.
    pub(super) fn wakes_at(&self) -> Instant {
        match &self.phase {
            Phase::Sent { until } => *until,
            Phase::Taken { ask_at, .. } => *ask_at,
        }
    }

    /// Something was said.
    pub(super) fn hear(&mut self, about: About, said: Said, now: Instant) -> Step {
        match said {
            Said::Response(_) | Said::Claimed(_) => return Step::Response(said),
            Said::TooLarge { bytes, limit } => {
                return Step::Fail(CallError::ResultTooLarge { bytes, limit });
            }
            Said::Unclaimed => {
                return Step::Fail(CallError::Claim {
                    what: "result",
                    may_have_run: true,
                    source: "the worker could not leave it there".into(),
                });
            }
            // Before it takes a call, and at the last moment before it would run it.
            Said::Refused(reason) => return Step::Fail(CallError::Refused { reason }),
            // It was held too long, and will not run any more.
            Said::Expired => return Step::Fail(self.not_taken(false)),
            _ => {}
        }
        match &mut self.phase {
            Phase::Sent { .. } => self.hear_of_a_sent_call(about, said, now),
            Phase::Taken {
                worker,
                ask_at,
                pause,
                silent,
            } => match (about, said) {
                // The worker has never heard that the call may run. If an earlier word had reached
                // it, it would not have asked for another: messages keep their order.
                (About::Go, Said::Nobody) => Step::Fail(self.not_taken(false)),
                // Gone, or about to connect anew.
                (_, Said::Nobody) => {
                    silent.get_or_insert(now);
                    Step::Wait
                }
                (_, Said::Unknown) => Step::Fail(CallError::ResultLost {
                    worker: worker.clone(),
                }),
                (_, Said::Waiting) => {
                    *silent = None;
                    if self.hold { Step::Go } else { Step::Wait }
                }
                _ => {
                    *silent = None;
                    *pause = (*pause * 2).min(SELDOM);
                    *ask_at = now + *pause;
                    Step::Wait
                }
            },
        }
    }

    fn hear_of_a_sent_call(&mut self, about: About, said: Said, now: Instant) -> Step {
        match said {
            Said::Nobody if about == About::Call => Step::Fail(CallError::NoResponders {
                group: self.group.clone(),
            }),
            Said::Taken { worker } => {
                self.phase = Phase::Taken {
                    worker,
                    ask_at: now + self.times.asking,
                    pause: self.times.asking,
                    silent: None,
                };
                if self.hold { Step::Go } else { Step::Wait }
            }
            _ => Step::Wait,
        }
    }

    /// The time of [`wakes_at`](Self::wakes_at) has come. Without a connection nobody can say
    /// anything, and nothing follows from that.
    pub(super) fn tick(&mut self, now: Instant, connected: bool) -> Step {
        match &mut self.phase {
            Phase::Sent { .. } => Step::Fail(self.not_taken(!self.hold)),
            Phase::Taken { ask_at, silent, .. } if !connected => {
                *silent = None;
                *ask_at = now + AGAIN;
                Step::Wait
            }
            Phase::Taken {
                worker,
                ask_at,
                silent,
                ..
            } => {
                let since = *silent.get_or_insert(now);
                if now.duration_since(since) >= self.times.lost {
                    return Step::Fail(CallError::WorkerLost {
                        worker: worker.clone(),
                    });
                }
                *ask_at = now + AGAIN;
                Step::Ask
            }
        }
    }

    fn not_taken(&self, may_have_run: bool) -> CallError {
        CallError::NotTaken {
            group: self.group.clone(),
            waited: self.times.taking,
            may_have_run,
        }
    }
}

#[cfg(test)]
mod tests;
