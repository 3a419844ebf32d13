//! What is known of a call while it goes through the steps.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::arguments::Repair;
use crate::audit::{AuditOutcome, AuditRecord, AuditRuling};
use crate::contain::{Panic, contain};
use crate::definition::Definition;
use crate::error::{ToolError, ToolErrorKind};
use crate::policy::{Plain, RulesError, Ruling};
use crate::port::Class;
use crate::toolbox::Slot;

use super::call::Call;
use super::failures;
use super::inner::Inner;
use super::outcome::{End, Outcome};
use super::trace::CallSpan;

/// How many characters of a name that no tool has are kept.
const NAME: usize = 64;

/// How many characters of a tool's audit line are kept.
const LINE: usize = 1024;

/// What is known of a call. It ends in an outcome, or it is let go of: a record is kept of both.
pub(super) struct Facts {
    pub(super) inner: Arc<Inner>,
    pub(super) call: Call,
    pub(super) span: CallSpan,
    pub(super) slot: Option<Arc<Slot>>,
    pub(super) line: Option<String>,
    pub(super) repairs: Vec<Repair>,
    pub(super) rulings: Vec<Ruling>,
    pub(super) rules_error: Option<Arc<RulesError>>,
    pub(super) ran_for: Duration,
    pub(super) still_running: bool,
    pub(super) left_out: usize,
    begun: Instant,
    time: Option<Timestamp>,
    ended: bool,
}

impl Facts {
    pub(super) fn new(inner: Arc<Inner>, call: Call) -> Self {
        inner.in_flight.fetch_add(1, Ordering::Relaxed);
        Self {
            time: inner.audit.is_some().then(Timestamp::now),
            span: CallSpan::new(&call),
            inner,
            call,
            slot: None,
            line: None,
            repairs: Vec::new(),
            rulings: Vec::new(),
            rules_error: None,
            ran_for: Duration::ZERO,
            still_running: false,
            left_out: 0,
            begun: Instant::now(),
            ended: false,
        }
    }

    /// How many bytes of text the model may read of this call.
    pub(super) fn max_output(&self) -> usize {
        let said = self
            .slot
            .as_ref()
            .and_then(|slot| slot.definition().max_output());
        let bytes = self.inner.limits.max_output(said);
        self.call.max_output.map_or(bytes, |most| bytes.min(most))
    }

    /// Whether every output of the tool is pinned.
    pub(super) fn is_pinned(&self) -> bool {
        self.slot
            .as_ref()
            .is_some_and(|slot| slot.definition().pinned())
    }

    /// The last step: what became of the call.
    pub(super) fn respond(mut self, end: End) -> Outcome {
        self.ended = true;
        let gave_up = self.count(&end);
        let definition = self.slot.as_ref().map(|slot| slot.definition());
        let outcome = Outcome {
            tool: self.name(),
            digest: self.slot.as_ref().map(|slot| slot.digest()),
            class: definition.map_or(Class::default(), |tool| self.inner.class(tool)),
            untrusted: definition.is_some_and(Definition::untrusted),
            unrecorded: definition.is_some_and(Definition::unrecorded),
            end,
            repairs: std::mem::take(&mut self.repairs),
            rulings: std::mem::take(&mut self.rulings),
            still_running: self.still_running,
            left_out: self.left_out,
            arguments_bytes: self.call.request.arguments.len(),
            duration: self.begun.elapsed(),
            ran_for: self.ran_for,
            rules_error: self.rules_error.take(),
            gave_up,
            max_output: self.max_output(),
        };
        if self.slot.is_none() {
            self.span.name(&outcome.tool);
        }
        self.span.ended(&outcome.end, how(&outcome.end));
        if self.inner.audit.is_some() {
            self.record(&outcome);
        }
        outcome
    }

    /// The tool's name, or what was sent for one.
    fn name(&self) -> String {
        match &self.slot {
            Some(slot) => slot.definition().name().to_owned(),
            None => self.call.request.tool.clone(),
        }
    }

    /// Counts how the call ended; gives why it is no use to go on, if it is none.
    fn count(&self, end: &End) -> Option<String> {
        let Call { request, cx, .. } = &self.call;
        match end {
            End::Output(output) if !output.is_error() => {
                failures::success(cx);
                None
            }
            // Not the model's doing.
            End::Error(error) if error.kind() == ToolErrorKind::Cancelled => None,
            _ => failures::failure(cx, &self.inner.limits, &self.name(), &request.arguments),
        }
    }

    fn record(&self, outcome: &Outcome) {
        self.keep(&AuditRecord {
            outcome: how(&outcome.end),
            digest: outcome.digest,
            policy: self.inner.policy_version(&outcome.rulings),
            rulings: rulings(&outcome.rulings),
            repairs: outcome.repairs.iter().map(|repair| repair.kind).collect(),
            still_running: outcome.still_running,
            gave_up: outcome.gave_up.is_some(),
            output_bytes: outcome.text().len(),
            left_out: outcome.left_out,
            ran_us: micros(outcome.ran_for),
            ..self.blank()
        });
    }

    /// A record of a call that nobody waits for any more.
    fn blank(&self) -> AuditRecord {
        let shown = |text: &str, bound| Plain::new(text, bound).to_string();
        AuditRecord {
            time: self.time.map(|time| time.to_string()).unwrap_or_default(),
            session: self.call.cx.session_id().to_owned(),
            call: self.call.cx.call_id().to_owned(),
            tool: shown(&self.name(), NAME),
            digest: self.slot.as_ref().map(|slot| slot.digest()),
            line: self.line.as_deref().map(|line| shown(line, LINE)),
            policy: self.inner.policy_version(&self.rulings),
            rulings: rulings(&self.rulings),
            repairs: self.repairs.iter().map(|repair| repair.kind).collect(),
            outcome: AuditOutcome::Abandoned,
            still_running: self.still_running,
            gave_up: false,
            arguments_bytes: self.call.request.arguments.len(),
            output_bytes: 0,
            left_out: 0,
            duration_us: micros(self.begun.elapsed()),
            ran_us: 0,
        }
    }

    fn keep(&self, record: &AuditRecord) {
        let Some(sink) = &self.inner.audit else {
            return;
        };
        if !matches!(contain(|| sink.record(record)), Ok(Ok(()))) {
            self.inner.unaudited.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Facts {
    fn drop(&mut self) {
        self.inner.in_flight.fetch_sub(1, Ordering::Relaxed);
        if !self.ended && self.inner.audit.is_some() {
            self.keep(&self.blank());
        }
    }
}

fn how(end: &End) -> AuditOutcome {
    match end {
        End::Output(output) if output.is_error() => AuditOutcome::ToolError,
        End::Output(_) => AuditOutcome::Ok,
        End::Denied(_) => AuditOutcome::Denied,
        End::Error(error) if is_panic(error) => AuditOutcome::Panicked,
        End::Error(error) => match error.kind() {
            ToolErrorKind::NotFound => AuditOutcome::NotFound,
            ToolErrorKind::InvalidInput => AuditOutcome::InvalidInput,
            ToolErrorKind::Timeout => AuditOutcome::Timeout,
            ToolErrorKind::Cancelled => AuditOutcome::Cancelled,
            _ => AuditOutcome::Failed,
        },
    }
}

fn is_panic(error: &ToolError) -> bool {
    error.source().is_some_and(<dyn Error>::is::<Panic>)
}

fn rulings(rulings: &[Ruling]) -> Vec<AuditRuling> {
    let ruling = |ruling: &Ruling| AuditRuling::new(&ruling.requirement.capability, ruling.basis);
    rulings.iter().map(ruling).collect()
}

fn micros(duration: Duration) -> u64 {
    duration.as_micros().try_into().unwrap_or(u64::MAX)
}
