//! Point 8: if the tool says that its calls may overlap, calls at once equal calls one by one.

use std::sync::Barrier;
use std::thread;

use serde_json::Value;

use super::cancels::NOTHING_TO_RUN;
use super::report::{Findings, Point, skipped};
use super::subject::{Ran, Subject};

pub(super) const NAME: &str = "overlap";

/// How many calls are made at once.
const CALLS: usize = 8;

pub(super) fn look(subject: &Subject<'_>) -> Point {
    let runnable: Vec<&Value> = subject
        .runnable()
        .into_iter()
        .filter(|arguments| may_overlap(subject, arguments))
        .collect();
    if runnable.is_empty() {
        let why = if subject.runnable().is_empty() {
            NOTHING_TO_RUN
        } else {
            "the tool does not say that its calls may overlap"
        };
        return skipped(NAME, why);
    }
    let mut findings = Findings::default();
    let mut compared = 0;
    for arguments in &runnable {
        let one_by_one = || round(subject, arguments, false);
        let (first, second) = (one_by_one(), one_by_one());
        let at_once = round(subject, arguments, true);
        if first != second {
            findings.tried(format!("{arguments} gives other results each time"));
        } else if at_once == first {
            compared += 1;
        } else {
            let other = at_once.iter().zip(&first).find(|(now, then)| now != then);
            let (now, then) = other.unwrap_or((&at_once[0], &first[0]));
            findings.wrong(format!(
                "{arguments}: one by one it gives {then:?}, at once {now:?}"
            ));
        }
    }
    if compared > 0 {
        findings.tried(format!("{CALLS} calls at once, {compared} time(s)"));
    }
    findings.into_point(NAME)
}

fn may_overlap(subject: &Subject<'_>, arguments: &Value) -> bool {
    match subject.prepare(arguments, &subject.session.call(NAME)) {
        Ok(Ok(call)) => call.plan().concurrent,
        _ => false,
    }
}

/// What all calls of a round come to, in an order that does not tell which was which.
fn round(subject: &Subject<'_>, arguments: &Value, at_once: bool) -> Vec<String> {
    let mut results: Vec<String> = if at_once {
        let start = Barrier::new(CALLS);
        let call = |place| {
            start.wait();
            outcome(subject, arguments, place)
        };
        on_threads(&call)
    } else {
        let places = 0..CALLS;
        places
            .map(|place| outcome(subject, arguments, place))
            .collect()
    };
    results.sort();
    results
}

fn on_threads(call: &(dyn Fn(usize) -> String + Sync)) -> Vec<String> {
    #[cfg(feature = "tokio")]
    let runtime = tokio::runtime::Handle::try_current().ok();
    #[cfg(feature = "tokio")]
    let runtime = runtime.as_ref();
    thread::scope(|scope| {
        let calls: Vec<_> = (0..CALLS)
            .map(|place| {
                scope.spawn(move || {
                    #[cfg(feature = "tokio")]
                    let _inside = runtime.map(|runtime| runtime.enter());
                    call(place)
                })
            })
            .collect();
        let joined = calls.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .map(|result| result.unwrap_or_else(|_| "its thread panics".to_owned()))
            .collect()
    })
}

fn outcome(subject: &Subject<'_>, arguments: &Value, place: usize) -> String {
    let cx = subject.session.call(place.to_string());
    match subject.run(arguments, &cx, || ()) {
        Ran::Ended(Ok(output)) => output.into_text(),
        Ran::Ended(Err(error)) => format!("error: {}", error.model_text()),
        Ran::Runs => "it does not end".to_owned(),
        Ran::Panicked(panic) => panic,
    }
}
