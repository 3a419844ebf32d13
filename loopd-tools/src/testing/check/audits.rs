//! Point 6: the audit line holds none of the arguments, unless the test says that it may.

use serde_json::Value;

use super::report::{Findings, Point, skipped};
use super::subject::{Subject, contained};

pub(super) const NAME: &str = "audit line";

/// Shorter texts are in many lines by chance.
const SHORTEST: usize = 4;

pub(super) fn look(subject: &Subject<'_>) -> Point {
    let mut findings = Findings::default();
    let mut lines = 0;
    for arguments in subject.arguments() {
        let Ok(Ok(call)) = subject.prepare(arguments, &subject.session.call(NAME)) else {
            continue;
        };
        let line = match contained(|| call.plan().audit) {
            Ok(line) => line,
            Err(panic) => {
                findings.wrong(format!("{arguments}: {panic}"));
                continue;
            }
        };
        lines += 1;
        if line.trim().is_empty() {
            findings.wrong(format!("{arguments}: the audit line is empty"));
        }
        let mut values = Vec::new();
        for (key, value) in arguments.as_object().into_iter().flatten() {
            if !subject.audited.contains(key) {
                texts(key, value, &mut values);
            }
        }
        for (key, text) in values {
            if line.contains(&text) && !subject.definition().name().contains(&text) {
                findings.wrong(format!(
                    "the value of {key:?} is in the audit line {line:?}"
                ));
            }
        }
    }
    if lines == 0 {
        return skipped(NAME, "no arguments are accepted");
    }
    findings.tried(format!("{lines} line(s)"));
    findings.into_point(NAME)
}

/// The texts and numbers in a value that are long enough to be told from words.
fn texts<'a>(key: &'a str, value: &Value, into: &mut Vec<(&'a str, String)>) {
    match value {
        Value::String(text) => into.push((key, text.trim().to_owned())),
        Value::Number(number) => into.push((key, number.to_string())),
        Value::Array(items) => items.iter().for_each(|item| texts(key, item, into)),
        Value::Object(members) => members.values().for_each(|value| texts(key, value, into)),
        Value::Null | Value::Bool(_) => {}
    }
    into.retain(|(_, text)| text.chars().count() >= SHORTEST);
}
