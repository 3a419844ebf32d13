//! Judging calls: each requirement is settled, a person is asked about the rest of all calls at
//! once, and what was approved for good is stored.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::{Timestamp, Unit};

use crate::contain::Contained;
use crate::context::CallContext;
use crate::definition::Definition;
use crate::port::DenyReason;
use crate::requirement::Requirement;

use super::Policy;
use super::access::Asked;
use super::approver::{Answers, Approval, Question, QuestionCall};
use super::rules::{Rule, RulesError};
use super::ruling::{Basis, Ruling};
use super::settle::{Case, Rules, Settled, settle};

/// What was decided about a call.
#[derive(Default)]
pub(crate) struct Verdict {
    /// One for each requirement, in their order.
    pub(crate) rulings: Vec<Ruling>,
    /// Why the call can't run.
    pub(crate) denied: Option<DenyReason>,
    /// Why the stored rules could not be read or written.
    pub(crate) rules_error: Option<Arc<RulesError>>,
}

impl Policy {
    /// Judges the calls of a batch together: whatever has to be asked is asked once.
    pub(crate) async fn judge(&self, cases: &[Case<'_>]) -> Vec<Verdict> {
        if cases.iter().all(|case| case.requirements.is_empty()) {
            return cases.iter().map(|_| Verdict::default()).collect();
        }
        let rules = self.rules.load().map_err(Arc::new);
        let mut trials: Vec<Trial<'_>> = Vec::with_capacity(cases.len());
        for case in cases {
            trials.push(Trial::new(self, case, &rules));
        }
        self.ask(&mut trials).await;
        let unusable = self.remember(&mut trials).or(rules.err());
        let verdict = |trial: Trial<'_>| trial.verdict(unusable.as_ref());
        trials.into_iter().map(verdict).collect()
    }

    /// Asks a person about the calls that wait for one, as far as one is there.
    async fn ask(&self, trials: &mut [Trial<'_>]) {
        let waiting = trials.iter_mut().filter(|trial| trial.waits());
        let (asking, alone): (Vec<_>, Vec<_>) =
            waiting.partition(|trial| self.approver.is_some() && trial.case.cx.interactive());
        for trial in alone {
            trial.answer(None);
        }
        let (Some(approver), Some(first)) = (&self.approver, asking.first()) else {
            return;
        };
        let question = question(&first.here, &asking);
        let answers = Contained::new(|| approver.ask(&question)).await;
        let answers = answers.unwrap_or(Answers::all(Approval::Deny));
        for (place, trial) in asking.into_iter().enumerate() {
            trial.answer(answers.of(place));
        }
    }

    /// Stores what was approved for good. What can't be stored was approved once.
    fn remember(&self, trials: &mut [Trial<'_>]) -> Option<Arc<RulesError>> {
        let mut rules = Vec::new();
        for trial in trials.iter_mut() {
            rules.extend(trial.rules(self));
        }
        if rules.is_empty() {
            return None;
        }
        let stored = self.rules.change(&mut |book| {
            for (rule, tool) in &rules {
                book.add(rule.clone());
                book.keep_tool(tool.schema().clone());
            }
        });
        drop(rules);
        let error = stored.err()?;
        trials.iter_mut().for_each(Trial::forget);
        Some(Arc::new(error))
    }

    /// The root of the workspace, links followed.
    fn here(&self, cx: &CallContext) -> PathBuf {
        let root = self.workspace.as_deref().unwrap_or(cx.working_directory());
        let absolute = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
        absolute.canonicalize().unwrap_or(absolute)
    }
}

/// One call while it is judged.
struct Trial<'a> {
    case: &'a Case<'a>,
    here: PathBuf,
    settled: Vec<Settled>,
}

impl<'a> Trial<'a> {
    fn new(policy: &Policy, case: &'a Case<'a>, rules: &Rules) -> Self {
        let here = policy.here(case.cx);
        let settle = |requirement| settle(policy, case, requirement, &here, rules);
        Self {
            case,
            settled: case.requirements.iter().map(settle).collect(),
            here,
        }
    }

    /// Whether a person has to be asked: not if the call is denied anyway.
    fn waits(&self) -> bool {
        let open = self
            .settled
            .iter()
            .any(|settled| matches!(settled, Settled::Ask(_)));
        open && !self
            .settled
            .iter()
            .any(|settled| matches!(settled, Settled::By(basis) if !basis.allows()))
    }

    fn answer(&mut self, answer: Option<Approval>) {
        let basis = match answer {
            Some(Approval::Approve) => Basis::Approved,
            Some(Approval::ApproveAlwaysHere) => Basis::ApprovedAlways,
            Some(Approval::Deny) => Basis::Refused,
            None => Basis::NobodyToAsk,
        };
        for settled in &mut self.settled {
            if matches!(settled, Settled::Ask(_)) {
                *settled = Settled::By(basis);
            }
        }
    }

    /// The rules that keep what was approved for good. What no pattern fits alone is approved once.
    fn rules(&mut self, policy: &Policy) -> Vec<(Rule, &'a Definition)> {
        let mut rules = Vec::new();
        for (settled, requirement) in self.settled.iter_mut().zip(self.case.requirements) {
            if !matches!(settled, Settled::By(Basis::ApprovedAlways)) {
                continue;
            }
            let asked = self.case.asked(requirement, &self.here);
            match rule(policy, self.case, &asked) {
                Some(rule) => rules.push((rule, self.case.tool)),
                None => *settled = Settled::By(Basis::Approved),
            }
        }
        rules
    }

    fn forget(&mut self) {
        for settled in &mut self.settled {
            if matches!(settled, Settled::By(Basis::ApprovedAlways)) {
                *settled = Settled::By(Basis::Approved);
            }
        }
    }

    fn verdict(self, unusable: Option<&Arc<RulesError>>) -> Verdict {
        let settle = |settled| match settled {
            Settled::By(basis) => basis,
            Settled::Ask(_) => Basis::NotAsked,
        };
        let bases = self.settled.into_iter().map(settle);
        let rulings: Vec<Ruling> = bases
            .zip(self.case.requirements)
            .map(|(basis, requirement)| Ruling {
                requirement: requirement.clone(),
                basis,
            })
            .collect();
        Verdict {
            denied: denied(&rulings),
            rules_error: unusable.filter(|_| !rulings.is_empty()).cloned(),
            rulings,
        }
    }
}

/// The rule that allows what is asked for and nothing else.
fn rule(policy: &Policy, case: &Case<'_>, asked: &Asked<'_>) -> Option<Rule> {
    let capability = &asked.requirement.capability;
    let mut rule = Rule::allow(capability, case.tool.name(), case.digest, asked.here);
    if asked.requirement.resource.is_some() {
        let source = policy.profile.source(capability)?;
        rule.resource = Some(source.pattern(asked)?);
    }
    rule.policy = Some(policy.version());
    let now = Timestamp::now().round(Unit::Second).ok();
    rule.since = now.map(|now| now.to_string());
    Some(rule)
}

fn question(here: &Path, waiting: &[&mut Trial<'_>]) -> Question {
    let mut requirements: Vec<Requirement> = Vec::new();
    let mut place_of = |requirement: &Requirement| {
        let place = requirements.iter().position(|known| known == requirement);
        place.unwrap_or_else(|| {
            requirements.push(requirement.clone());
            requirements.len() - 1
        })
    };
    let mut calls = Vec::with_capacity(waiting.len());
    for trial in waiting {
        let Trial {
            case,
            here,
            settled,
        } = &**trial;
        let mut call = QuestionCall {
            call_id: case.cx.call_id().to_owned(),
            tool: case.tool.name().to_owned(),
            title: case.tool.title().map(str::to_owned),
            digest: case.digest,
            untrusted: case.tool.untrusted(),
            audit: case.audit.to_owned(),
            here: here.clone(),
            requirements: Vec::new(),
            changed: Vec::new(),
        };
        for (settled, requirement) in settled.iter().zip(case.requirements) {
            if let Settled::Ask(changed) = settled {
                call.requirements.push(place_of(requirement));
                let new = changed.iter().filter(|line| !call.changed.contains(line));
                let new: Vec<String> = new.cloned().collect();
                call.changed.extend(new);
            }
        }
        calls.push(call);
    }
    Question {
        here: here.to_owned(),
        calls,
        requirements,
    }
}

/// Why a call with these rulings can't run: by the first that denies it.
fn denied(rulings: &[Ruling]) -> Option<DenyReason> {
    let first = rulings.iter().find(|ruling| ruling.basis.denies())?;
    Some(match first.basis {
        Basis::ProfileDeny | Basis::StoredDeny => DenyReason::Rule,
        Basis::Refused => DenyReason::Refused,
        Basis::RulesUnusable => DenyReason::RulesUnusable,
        Basis::NobodyToAsk => DenyReason::ApprovalRequired {
            missing: missing(rulings),
        },
        _ => DenyReason::NoGrant,
    })
}

fn missing(rulings: &[Ruling]) -> Vec<String> {
    let missing = rulings
        .iter()
        .filter(|ruling| ruling.basis == Basis::NobodyToAsk);
    let name = |Ruling { requirement, .. }: &Ruling| match &requirement.resource {
        Some(resource) => format!("{}: {resource}", requirement.capability),
        None => requirement.capability.clone(),
    };
    missing.map(name).collect()
}
