//! Point 1: metadata and schema are valid, for every consumer.

use serde_json::Value;

use super::report::{Findings, Point};
use super::subject::Subject;
use crate::arguments::Decoder;
use crate::definition::Definition;

pub(super) const NAME: &str = "declaration";

pub(super) fn look(subject: &Subject<'_>) -> Point {
    let mut findings = Findings::default();
    let definition = subject.definition();
    metadata(definition, &mut findings);
    schema(definition, &mut findings);
    findings.into_point(NAME)
}

fn metadata(definition: &Definition, findings: &mut Findings) {
    let schema = definition.schema();
    if !is_name(&schema.name) {
        findings.wrong(format!(
            "the name {:?} is not of the form [a-zA-Z_][a-zA-Z0-9_-]{{0,63}}",
            schema.name
        ));
    }
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
    let Some(properties) = parameters.get("properties").and_then(Value::as_object) else {
        findings.wrong("the schema's root has no `properties`");
        return;
    };
    for problem in Decoder::new(parameters).1 {
        findings.wrong(format!("the schema can't be checked: {problem}"));
    }
    let bare: Vec<&str> = properties
        .iter()
        .filter(|(_, schema)| schema.get("description").is_none())
        .map(|(name, _)| name.as_str())
        .collect();
    if !bare.is_empty() {
        findings.tried(format!("without a description: {}", bare.join(", ")));
    }
}

/// The form that every consumer takes.
fn is_name(name: &str) -> bool {
    let first = |c: char| c.is_ascii_alphabetic() || c == '_';
    let further = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    name.starts_with(first) && name.len() <= 64 && name.chars().all(further)
}
