//! Judging calls: what the profile and the stored rules say, and what a person says to the rest.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::{Timestamp, Unit};

use crate::contain::Contained;
use crate::context::CallContext;
use crate::definition::Definition;
use crate::port::DenyReason;
use crate::requirement::Requirement;
use crate::schema::Digest;

use super::Policy;
use super::access::{Access, Asked};
use super::approver::{Answers, Approval, Question, QuestionCall};
use super::changed::changes;
use super::rules::{Decision, Rule, RuleBook, RulesError};
use super::ruling::{Basis, Ruling};

/// One call that asks for something.
pub(crate) struct Case<'a> {
    pub(crate) tool: &'a Definition,
    pub(crate) digest: Digest,
    pub(crate) requirements: &'a [Requirement],
    pub(crate) audit: &'a str,
    pub(crate) cx: &'a CallContext,
}

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

/// What is known of a requirement before anybody is asked.
enum Settled {
    By(Basis),
    /// A person has to be asked; what has changed in the tool since a person approved the same.
    Ask(Vec<String>),
}

type Rules = Result<Arc<RuleBook>, Arc<RulesError>>;

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

    /// Asks a person about the calls that wait for one, if there is one.
    async fn ask(&self, trials: &mut [Trial<'_>]) {
        let waiting: Vec<&mut Trial<'_>> =
            trials.iter_mut().filter(|trial| trial.waits()).collect();
        let Some(first) = waiting.first() else {
            return;
        };
        let answers = match &self.approver {
            Some(approver) if first.case.cx.interactive() => {
                let question = question(&first.here, &waiting);
                let answers = Contained::new(|| approver.ask(&question)).await;
                answers.unwrap_or(Answers::all(Approval::Deny))
            }
            _ => Answers::nobody(),
        };
        for (place, trial) in waiting.into_iter().enumerate() {
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
            let asked = asked(self.case, requirement, &self.here);
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

fn asked<'a>(case: &'a Case<'_>, requirement: &'a Requirement, here: &'a Path) -> Asked<'a> {
    Asked {
        requirement,
        tool: case.tool,
        here,
        working_directory: case.cx.working_directory(),
    }
}

/// The order of decisions, for one requirement.
fn settle(
    policy: &Policy,
    case: &Case<'_>,
    requirement: &Requirement,
    here: &Path,
    rules: &Rules,
) -> Settled {
    let asked = asked(case, requirement, here);
    let access = match policy.profile.access(&asked) {
        None => return Settled::By(Basis::NotMentioned),
        Some(Access::Deny) => return Settled::By(Basis::ProfileDeny),
        Some(access) => access,
    };
    // A deny may be among rules that can't be read: nothing is granted beside it.
    let Ok(book) = rules else {
        return Settled::By(Basis::RulesUnusable);
    };
    let concerning = |decision| {
        let rules = book
            .rules()
            .iter()
            .filter(move |rule| rule.decision == decision);
        rules.filter(|rule| rule.concerns(case.tool.name(), &requirement.capability, here))
    };
    if concerning(Decision::Deny).any(|rule| denies(policy, rule, &asked)) {
        return Settled::By(Basis::StoredDeny);
    }
    let mut changed = Vec::new();
    for rule in concerning(Decision::Allow).filter(|rule| allows(policy, rule, &asked)) {
        if rule.digest == Some(case.digest) {
            return Settled::By(Basis::StoredAllow);
        }
        changed = match rule.digest.and_then(|digest| book.tool(digest)) {
            Some(old) => changes(old, case.tool.schema()),
            None => vec!["what it looked like was not kept".to_owned()],
        };
    }
    match access {
        Access::Allow => Settled::By(Basis::ProfileAllow),
        _ => Settled::Ask(changed),
    }
}

/// Whether a stored deny is about what is asked for. A deny of everything is, and so is any deny
/// where everything is asked for.
fn denies(policy: &Policy, rule: &Rule, asked: &Asked<'_>) -> bool {
    match (&rule.resource, &asked.requirement.resource) {
        (None, _) | (_, None) => true,
        (Some(pattern), Some(_)) => covers(policy, pattern, asked),
    }
}

/// Whether a stored allow is about what is asked for.
fn allows(policy: &Policy, rule: &Rule, asked: &Asked<'_>) -> bool {
    match (&rule.resource, &asked.requirement.resource) {
        (None, None) => true,
        (Some(pattern), Some(_)) => covers(policy, pattern, asked),
        _ => false,
    }
}

fn covers(policy: &Policy, pattern: &str, asked: &Asked<'_>) -> bool {
    let source = policy.profile.source(&asked.requirement.capability);
    source.is_some_and(|source| source.covers(pattern, asked))
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
    for Trial { case, settled, .. } in waiting.iter().map(|trial| &**trial) {
        let mut call = QuestionCall {
            call_id: case.cx.call_id().to_owned(),
            tool: case.tool.name().to_owned(),
            title: case.tool.title().map(str::to_owned),
            digest: case.digest,
            untrusted: case.tool.untrusted(),
            audit: case.audit.to_owned(),
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
