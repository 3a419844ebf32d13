//! Point 5: the requirements are well formed.

use super::report::{Findings, Point, skipped};
use super::subject::{Subject, contained};
use crate::requirement::Requirement;

pub(super) const NAME: &str = "requirements";

/// How many characters a person is given to read.
const LONGEST: usize = 1000;

pub(super) fn look(subject: &Subject<'_>) -> Point {
    let mut findings = Findings::default();
    let mut plans = 0;
    let mut count = 0;
    for arguments in subject.arguments() {
        let Ok(Ok(call)) = subject.prepare(arguments, &subject.session.call(NAME)) else {
            continue;
        };
        let (plan, again) = match contained(|| (call.plan(), call.plan())) {
            Ok(plans) => plans,
            Err(panic) => {
                findings.wrong(format!("{arguments}: {panic}"));
                continue;
            }
        };
        plans += 1;
        count += plan.requirements.len();
        if plan != again {
            findings.wrong(format!(
                "{arguments}: asked twice, the call says two things"
            ));
        }
        for requirement in &plan.requirements {
            if let Some(fault) = fault(requirement) {
                findings.wrong(format!("{arguments}: {fault}"));
            }
        }
        for capability in subject.definition().requires() {
            if !plan
                .requirements
                .iter()
                .any(|r| r.capability == *capability)
            {
                findings.wrong(format!(
                    "{arguments}: the definition names {capability}, and the call does not ask for it"
                ));
            }
        }
    }
    if plans == 0 {
        return skipped(NAME, "no arguments are accepted");
    }
    findings.tried(format!("{count} of {plans} call(s)"));
    findings.into_point(NAME)
}

fn fault(requirement: &Requirement) -> Option<String> {
    let Requirement {
        capability,
        resource,
        words,
    } = requirement;
    let part_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | ':');
    if capability.is_empty() || !capability.chars().all(part_of_name) {
        return Some(format!("{capability:?} is no name of a capability"));
    }
    if words.trim().is_empty() {
        return Some(format!("{capability} has no words for a person"));
    }
    if words.chars().count() > LONGEST {
        return Some(format!(
            "the words for {capability} are longer than {LONGEST} characters"
        ));
    }
    if resource.as_deref() == Some("") {
        return Some(format!("the resource of {capability} is empty"));
    }
    None
}
