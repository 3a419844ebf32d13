//! The order of decisions for one requirement, as far as nobody has to be asked: what the profile
//! says, and what the stored rules say.

use std::path::Path;
use std::sync::Arc;

use crate::context::CallContext;
use crate::definition::Definition;
use crate::requirement::Requirement;
use crate::schema::Digest;

use super::Policy;
use super::access::{Access, AccessSource, Asked};
use super::changed::changes;
use super::rules::{Decision, Rule, RuleBook, RulesError};
use super::ruling::Basis;

/// One call that asks for something.
pub(crate) struct Case<'a> {
    pub(crate) tool: &'a Definition,
    pub(crate) digest: Digest,
    pub(crate) requirements: &'a [Requirement],
    pub(crate) audit: &'a str,
    pub(crate) cx: &'a CallContext,
}

/// What is known of a requirement before anybody is asked.
pub(super) enum Settled {
    By(Basis),
    /// A person has to be asked; what has changed in the tool since a person approved the same.
    Ask(Vec<String>),
}

/// All stored rules, or why they can't be used.
pub(super) type Rules = Result<Arc<RuleBook>, Arc<RulesError>>;

impl Case<'_> {
    /// One of the call's requirements, with all that can matter for it.
    pub(super) fn asked<'r>(&'r self, requirement: &'r Requirement, here: &'r Path) -> Asked<'r> {
        Asked {
            requirement,
            tool: self.tool,
            here,
            working_directory: self.cx.working_directory(),
        }
    }
}

/// The order of decisions, for one requirement.
pub(super) fn settle(
    policy: &Policy,
    case: &Case<'_>,
    requirement: &Requirement,
    here: &Path,
    rules: &Rules,
) -> Settled {
    let asked = case.asked(requirement, here);
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
        (Some(pattern), Some(_)) => {
            source(policy, asked).is_some_and(|source| source.denies(pattern, asked))
        }
    }
}

/// Whether a stored allow is about what is asked for.
fn allows(policy: &Policy, rule: &Rule, asked: &Asked<'_>) -> bool {
    match (&rule.resource, &asked.requirement.resource) {
        (None, None) => true,
        (Some(pattern), Some(_)) => {
            source(policy, asked).is_some_and(|source| source.covers(pattern, asked))
        }
        _ => false,
    }
}

fn source<'a>(policy: &'a Policy, asked: &Asked<'_>) -> Option<&'a dyn AccessSource> {
    policy.profile.source(&asked.requirement.capability)
}
