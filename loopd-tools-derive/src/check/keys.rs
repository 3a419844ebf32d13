//! The keys of `#[tool(..)]` beside the struct that they stand on.

use std::collections::HashSet;

use serde_json::Value;

use super::Description;
use crate::ast::{Body, Input, Shape};
use crate::attr::Expression;
use crate::errors::Errors;

/// The description: the key's, else schemars', else the doc comment.
pub(super) fn description<'a>(input: &'a Input, errors: &mut Errors) -> Option<Description<'a>> {
    if let Some(text) = input.keys.description.get() {
        return Some(Description::Expression(text.0.clone()));
    }
    if let Some(expression) = input.attributes.schemars.expression("description") {
        return Some(Description::Expression(Expression::of(expression)));
    }
    if input.attributes.docs.is_blank() {
        errors.at(
            &input.ident,
            "a tool needs a description: write a doc comment, or `#[tool(description = \"..\")]`",
        );
        return None;
    }
    Some(Description::Docs(input.attributes.docs.pieces()))
}

pub(super) fn check(input: &Input, errors: &mut Errors) {
    resource(input, errors);
    contradictions(input, errors);
    capabilities(input, errors);
    for example in input.keys.examples.iter() {
        if let Err(message) = object(&example.0.value()) {
            errors.at(&example.0, message);
        }
    }
}

/// The field that names what a call works on is there.
fn resource(input: &Input, errors: &mut Errors) {
    let Some(field) = input.keys.resource.get() else {
        return;
    };
    if !matches!(&input.body, Body::Struct(Shape::Named(_) | Shape::Unit)) {
        return;
    }
    let fields: Vec<_> = input
        .fields()
        .iter()
        .flat_map(|field| &field.ident)
        .collect();
    if fields.contains(&&field.0) {
        return;
    }
    let known: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
    let known = if known.is_empty() {
        "there are none".to_owned()
    } else {
        format!("the fields are {}", known.join(", "))
    };
    errors.at(&field.0, format!("no field `{}`; {known}", field.0));
}

fn contradictions(input: &Input, errors: &mut Errors) {
    let keys = &input.keys;
    if let (Some(_), Some(destructive)) = (keys.read_only.on(), keys.destructive.on()) {
        errors.at(destructive, "a tool that is `read_only` destroys nothing");
    }
    if let (Some(_), Some(denied)) = (
        keys.allow_unknown.on(),
        input.attributes.serde.get("deny_unknown_fields"),
    ) {
        errors.at(
            denied,
            "`allow_unknown` allows in the schema what this refuses: keep one of the two",
        );
    }
}

fn capabilities(input: &Input, errors: &mut Errors) {
    let mut seen = HashSet::new();
    for name in input.keys.requires.iter().flat_map(|names| &names.0) {
        if let Some(literal) = name.literal()
            && !seen.insert(literal.value())
        {
            errors.at(
                literal,
                format!("the capability {:?} is given twice", literal.value()),
            );
        }
    }
}

/// Whether the text is a JSON object.
fn object(text: &str) -> Result<(), String> {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(_)) => Ok(()),
        Ok(_) => Err("an example is a JSON object whose keys are the parameters".to_owned()),
        Err(error) => Err(format!("the example is not JSON: {error}")),
    }
}
