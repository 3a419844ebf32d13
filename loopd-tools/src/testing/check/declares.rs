//! Point 1: metadata and schema are valid, for every consumer.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::report::{Findings, Point};
use super::subject::Subject;
use crate::arguments::Decoder;
use crate::definition::Definition;
use crate::schema::{Dialect, Finding, Severity, ToolSchema};

pub(super) const NAME: &str = "declaration";

pub(super) fn look(subject: &Subject<'_>) -> Point {
    let mut findings = Findings::default();
    let definition = subject.definition();
    metadata(definition, &mut findings);
    schema(definition, &mut findings);
    consumers(definition.schema(), &mut findings);
    findings.into_point(NAME)
}

fn metadata(definition: &Definition, findings: &mut Findings) {
    let schema = definition.schema();
    if schema.description.trim().is_empty() {
        findings.wrong("there is no description");
    }
    if definition
        .timeout()
        .is_some_and(|timeout| timeout.is_zero())
    {
        findings.wrong("the timeout leaves no time");
    }
    if definition.max_output() == Some(0) {
        findings.wrong("the bound on the output leaves no output");
    }
    if let Some(parameter) = definition.resource() {
        let properties = &definition.schema().parameters["properties"];
        if properties.get(parameter).is_none() {
            findings.wrong(format!("no parameter `{parameter}` names a resource"));
        }
    }
    if let Some(output) = definition.output()
        && !output.is_object()
    {
        findings.wrong("the output's schema is no object");
    }
    let written = serde_json::to_string(definition);
    let back = written.and_then(|text| serde_json::from_str::<Definition>(&text));
    if back.is_ok_and(|back| back != *definition) {
        findings.wrong("the definition does not come back from JSON as it went");
    }
}

fn schema(definition: &Definition, findings: &mut Findings) {
    let parameters = &definition.schema().parameters;
    if parameters.get("type") != Some(&Value::from("object")) {
        findings.wrong("the schema's root is not of the type `object`");
    }
    if !parameters.get("properties").is_some_and(Value::is_object) {
        findings.wrong("the schema's root has no `properties`");
    }
    for problem in Decoder::new(parameters).1 {
        findings.wrong(format!("the schema can't be checked: {problem}"));
    }
}

/// What each consumer refuses, and what is better changed, each told once.
fn consumers(schema: &ToolSchema, findings: &mut Findings) {
    let mut refused: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut advice = BTreeSet::new();
    for dialect in Dialect::ALL {
        for Finding {
            path,
            message,
            severity,
            ..
        } in schema.check(dialect)
        {
            let text = match path.as_str() {
                "" => message,
                path => format!("{path}: {message}"),
            };
            match severity {
                Severity::Refused => refused.entry(text).or_default().push(dialect.name()),
                Severity::Advice => {
                    advice.insert(text);
                }
            }
        }
    }
    for (text, dialects) in refused {
        findings.wrong(format!("{} refuse it: {text}", dialects.join(", ")));
    }
    findings.tried(format!("valid for {} consumers", Dialect::ALL.len()));
    for text in advice {
        findings.tried(text);
    }
}
