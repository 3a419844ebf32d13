//! Point 2: the examples and what the schema allows are accepted.

use serde_json::Value;

use super::report::{Findings, Point, skipped};
use super::subject::Subject;
use crate::arguments::Arguments;
use crate::error::ToolErrorKind;

pub(super) const NAME: &str = "accepts";

pub(super) fn look(subject: &Subject<'_>) -> Point {
    let mut findings = Findings::default();
    for example in &subject.examples {
        if let Err(why) = taken(subject, example) {
            findings.wrong(format!("the example {example} is refused: {}", why.text));
        }
    }
    let mut by_own_rules = 0;
    for made in &subject.made {
        match taken(subject, made) {
            Ok(()) => {}
            Err(Refusal {
                by_schema: false, ..
            }) => by_own_rules += 1,
            Err(why) => findings.wrong(format!(
                "{made} fits the schema and is refused: {}",
                why.text
            )),
        }
    }
    if subject.examples.is_empty() && subject.made.is_empty() {
        return skipped(NAME, not_made(subject));
    }
    findings.tried(format!(
        "{} example(s), {} made from the schema",
        subject.examples.len(),
        subject.made.len()
    ));
    if by_own_rules > 0 {
        findings.tried(format!(
            "{by_own_rules} of these refused by the tool's own rules"
        ));
    }
    if subject.not_made.is_some() {
        findings.tried(not_made(subject));
    }
    findings.into_point(NAME)
}

fn not_made(subject: &Subject<'_>) -> String {
    match &subject.not_made {
        Some(reason) => format!("nothing can be made for {}", reason.0),
        None => "there is nothing to try".to_owned(),
    }
}

struct Refusal {
    /// Whether it is the schema's word: what `normalize` refuses is the tool's own rule.
    by_schema: bool,
    text: String,
}

fn taken(subject: &Subject<'_>, arguments: &Value) -> Result<(), Refusal> {
    // Without repairs: what fits needs none.
    let exact = Arguments::from(arguments).with_exact(true);
    match subject.prepare(exact, &subject.session.call(NAME)) {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(Refusal {
            by_schema: error.kind() == ToolErrorKind::InvalidInput && !error.problems().is_empty(),
            text: error.message().to_owned(),
        }),
        Err(panic) => Err(Refusal {
            by_schema: true,
            text: panic,
        }),
    }
}
