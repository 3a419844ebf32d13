//! Point 4: the tool ends when it is called off.

use serde_json::Value;

use super::report::{Findings, Point, skipped};
use super::subject::{Ran, Subject};
use crate::context::Cancellation;

pub(super) const NAME: &str = "cancellation";

/// Why a point that has to run the tool does not.
pub(super) const NOTHING_TO_RUN: &str =
    "no example says what may be run, and the tool does not say that it is read-only";

pub(super) fn look(subject: &Subject<'_>) -> Point {
    let runnable = subject.runnable();
    if runnable.is_empty() {
        return skipped(NAME, NOTHING_TO_RUN);
    }
    let mut findings = Findings::default();
    let mut waited = 0;
    for arguments in &runnable {
        let token = Cancellation::new();
        token.cancel();
        ends(
            subject,
            arguments,
            &token,
            "before it begins",
            &mut findings,
        );

        let token = Cancellation::new();
        let mut waits = false;
        let ran = run(subject, arguments, &token, || {
            waits = true;
            token.cancel();
        });
        waited += usize::from(waits);
        told(ran, arguments, "while it waits", &mut findings);
    }
    findings.tried(format!(
        "{} call(s), {waited} of them called off while they waited",
        2 * runnable.len()
    ));
    findings.into_point(NAME)
}

fn ends(
    subject: &Subject<'_>,
    arguments: &Value,
    token: &Cancellation,
    when: &str,
    findings: &mut Findings,
) {
    let ran = run(subject, arguments, token, || ());
    told(ran, arguments, when, findings);
}

fn run(
    subject: &Subject<'_>,
    arguments: &Value,
    token: &Cancellation,
    waits: impl FnOnce(),
) -> Ran {
    let cx = subject.session.call(NAME).with_cancellation(token.clone());
    subject.run(arguments, &cx, waits)
}

fn told(ran: Ran, arguments: &Value, when: &str, findings: &mut Findings) {
    match ran {
        Ran::Ended(_) => {}
        Ran::Runs => findings.wrong(format!("called off {when}, it does not end: {arguments}")),
        Ran::Panicked(panic) => findings.wrong(format!("called off {when}, {panic}")),
    }
}
