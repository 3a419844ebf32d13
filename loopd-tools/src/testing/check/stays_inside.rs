//! Point 7: a tool that touches files stays inside its workspace, or asks for what is outside.

use std::path::Path;

use serde_json::Value;

use super::cancels::NOTHING_TO_RUN;
use super::ground::{Ground, SECRET};
use super::report::{Findings, Point, skipped};
use super::subject::{Ran, Subject};
use crate::context::CallContext;
use crate::plan::Plan;

pub(super) const NAME: &str = "files";

pub(super) fn look(subject: &Subject<'_>) -> Point {
    if !touches_files(subject) {
        return skipped(NAME, "the tool asks for no capability `fs`");
    }
    let runnable = subject.runnable();
    if runnable.is_empty() {
        return skipped(NAME, NOTHING_TO_RUN);
    }
    let mut findings = Findings::default();
    let mut count = 0;
    for arguments in runnable {
        for attempt in subject.ground.attempts() {
            for (key, arguments) in swapped(arguments, &attempt) {
                count += 1;
                let cx = subject.session.call(count.to_string());
                if let Err(why) = escapes(subject, &arguments, &cx, &subject.ground) {
                    findings.wrong(format!("{key} = {attempt:?}: {why}"));
                }
            }
        }
    }
    if count == 0 {
        return skipped(NAME, "no arguments hold a text that could be a path");
    }
    findings.tried(format!("{count} attempts to get out"));
    findings.into_point(NAME)
}

fn touches_files(subject: &Subject<'_>) -> bool {
    let of_files = |capability: &str| capability == "fs" || capability.starts_with("fs.");
    subject.touches_files.unwrap_or_else(|| {
        let declared = subject.definition().requires();
        declared.iter().any(|capability| of_files(capability))
            || subject.arguments().any(|arguments| {
                let plan = match subject.prepare(arguments, &subject.session.call("files")) {
                    Ok(Ok(call)) => call.plan(),
                    _ => Plan::default(),
                };
                let mut asked = plan.requirements.iter();
                asked.any(|requirement| of_files(&requirement.capability))
            })
    })
}

/// The arguments with one of their texts in exchange for `attempt`, for each of them.
fn swapped(arguments: &Value, attempt: &str) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (key, value) in arguments.as_object().into_iter().flatten() {
        let other = match value {
            Value::String(_) => Value::from(attempt),
            Value::Array(items) if items.iter().any(Value::is_string) => Value::from(vec![attempt]),
            _ => continue,
        };
        let mut arguments = arguments.clone();
        arguments[key] = other;
        all.push((key.clone(), arguments));
    }
    all
}

/// An error if the call gets out, and nobody is asked.
fn escapes(
    subject: &Subject<'_>,
    arguments: &Value,
    cx: &CallContext,
    ground: &Ground,
) -> Result<(), String> {
    let call = match subject.prepare(arguments, cx) {
        Ok(Ok(call)) => call,
        Ok(Err(_)) => return Ok(()),
        Err(panic) => return Err(panic),
    };
    // What asks by the true name of the place is judged by a policy: that is what it is for.
    let asks = call.plan().requirements.into_iter().any(|requirement| {
        let resource = requirement.resource.unwrap_or_default();
        Path::new(&resource).starts_with(&ground.outside)
    });
    drop(call);
    if asks {
        return Ok(());
    }
    let text = match subject.run(arguments, cx, || ()) {
        Ran::Ended(Ok(output)) => output.into_text(),
        Ran::Ended(Err(error)) => error.model_text(),
        Ran::Panicked(panic) => return Err(panic),
        Ran::Runs => return Err("it does not end".to_owned()),
    };
    if text.contains(SECRET) {
        return Err("it gives what is outside to the model".to_owned());
    }
    if ground.is_changed().map_err(|error| error.to_string())? {
        ground.restore().map_err(|error| error.to_string())?;
        return Err("it changes what is outside".to_owned());
    }
    Ok(())
}
