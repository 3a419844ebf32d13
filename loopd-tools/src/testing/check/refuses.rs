//! Point 3: malformed, missing, unknown and non-object arguments give the structured error.

use serde_json::{Map, Value, json};

use super::report::{Findings, Point};
use super::subject::Subject;
use crate::arguments::Arguments;
use crate::error::ToolErrorKind;

pub(super) const NAME: &str = "refuses";

/// A key that no tool has.
const UNKNOWN: &str = "zq_no_such_key";

pub(super) fn look(subject: &Subject<'_>) -> Point {
    let mut findings = Findings::default();
    let mut count = 0;
    let mut refused = |what: &str, arguments: Arguments<'_>| {
        count += 1;
        if let Err(why) = is_refused(subject, arguments) {
            findings.wrong(format!("{what}: {why}"));
        }
    };
    for (what, text) in [
        ("text that is no JSON", "not json"),
        ("an object that is cut off", r#"{"a": [1, "#),
        ("a key without a value", r#"{"a"}"#),
        ("a list", "[1]"),
        ("a number", "7"),
        ("a truth value", "true"),
        ("a string", r#""text""#),
    ] {
        refused(what, text.into());
    }
    let fitting = subject.arguments().find_map(Value::as_object);
    for (what, object) in fitting
        .map(|object| broken(subject, object))
        .unwrap_or_default()
    {
        refused(&what, object.into());
    }
    findings.tried(format!("{count} kinds of arguments that do not fit"));
    findings.into_point(NAME)
}

/// Arguments that fit, each broken in one place.
fn broken(
    subject: &Subject<'_>,
    fitting: &Map<String, Value>,
) -> Vec<(String, Map<String, Value>)> {
    let schema = &subject.definition().schema().parameters;
    let required = schema.get("required").and_then(Value::as_array);
    let mut all = Vec::new();
    for key in required.into_iter().flatten().filter_map(Value::as_str) {
        let mut object = fitting.clone();
        object.shift_remove(key);
        all.push((format!("without {key:?}"), object));
        if let Some(kind) = schema["properties"][key]
            .get("type")
            .and_then(Value::as_str)
        {
            let mut object = fitting.clone();
            // A list in a list, and a truth value where a list is wanted: no reading of it is
            // without loss.
            let other = if kind == "array" {
                json!({})
            } else {
                json!([[], []])
            };
            object.insert(key.to_owned(), other);
            all.push((format!("with another type for {key:?}"), object));
        }
    }
    if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
        let mut object = fitting.clone();
        object.insert(UNKNOWN.to_owned(), json!(1));
        all.push(("with a key that it does not have".to_owned(), object));
    }
    all
}

fn is_refused(subject: &Subject<'_>, arguments: Arguments<'_>) -> Result<(), String> {
    match subject.prepare(arguments, &subject.session.call(NAME)) {
        Ok(Ok(_)) => Err("it is accepted".to_owned()),
        Ok(Err(error)) if error.kind() != ToolErrorKind::InvalidInput => Err(format!(
            "the error is {:?} and not InvalidInput",
            error.kind()
        )),
        Ok(Err(error)) if error.problems().is_empty() => {
            Err("the error names no problem with its place".to_owned())
        }
        Ok(Err(_)) => Ok(()),
        Err(panic) => Err(panic),
    }
}
