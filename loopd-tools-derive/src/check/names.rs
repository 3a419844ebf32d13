//! Names that a model reads: the tool's and the parameters'.

use std::collections::HashMap;

use syn::LitStr;

use crate::ast::{Field, Input};
use crate::case::{self, GRAMMAR};
use crate::errors::Errors;

/// The two names that a host answers itself.
const RESERVED: [&str; 2] = ["find_tool", "call_tool"];

/// The tool's name: the key's, else the struct's in snake case.
pub(super) fn tool(input: &Input, errors: &mut Errors) -> Option<LitStr> {
    let generic = input.generics.type_params().next().is_some()
        || input.generics.const_params().next().is_some();
    let name = match input.keys.name.get() {
        Some(name) => name.0.clone(),
        None if generic => {
            errors.at(
                &input.ident,
                "a generic tool has no name of its own: give one with `#[tool(name = \"..\")]`",
            );
            return None;
        }
        None => LitStr::new(&case::tool_name(&input.ident), input.ident.span()),
    };
    let text = name.value();
    let given = input.keys.name.get().is_some();
    if !case::is_name(&text) {
        let fix = if given {
            ""
        } else {
            ": give one with `#[tool(name = \"..\")]`"
        };
        errors.at(
            &name,
            format!("the tool's name {text:?} is not of the form {GRAMMAR}{fix}"),
        );
        return None;
    }
    if RESERVED.contains(&text.as_str()) && input.keys.reserved.on().is_none() {
        let fix = if given {
            "choose another"
        } else {
            "give another with `#[tool(name = \"..\")]`"
        };
        errors.at(
            &name,
            format!("the host itself answers the name `{text}`: {fix}"),
        );
        return None;
    }
    Some(name)
}

/// The parameters' names: each of the form that all consumers take, and each given once.
pub(super) fn fields(input: &Input, errors: &mut Errors) {
    let mut owners: HashMap<String, usize> = HashMap::new();
    for (index, field) in input.fields().iter().enumerate() {
        let serde = &field.attributes.serde;
        if serde.skips_decoding() || serde.has("flatten") {
            continue;
        }
        let names = field
            .parameter(input)
            .into_iter()
            .inspect(|name| check(name, errors))
            .chain(serde.aliases());
        // Collected: the check above and the one below both write to `errors`.
        for name in names.collect::<Vec<_>>() {
            let owner = *owners.entry(name.value()).or_insert(index);
            if owner != index {
                errors.at(
                    &name,
                    format!("two parameters have the name {:?}", name.value()),
                );
            }
        }
    }
}

fn check(name: &LitStr, errors: &mut Errors) {
    let text = name.value();
    if !case::is_name(&text) {
        errors.at(
            name,
            format!("the parameter's name {text:?} is not of the form {GRAMMAR}"),
        );
    }
}

impl Field {
    /// The name that the decoder of `input` wants, at the place where it is written.
    pub(crate) fn parameter(&self, input: &Input) -> Option<LitStr> {
        self.attributes.serde.decoded("rename").or_else(|| {
            let ident = self.ident.as_ref()?;
            let rule = input.attributes.serde.decoded("rename_all");
            let rule = rule.as_ref().map(LitStr::value);
            let name = case::field_name(ident, rule.as_deref());
            Some(LitStr::new(&name, ident.span()))
        })
    }
}
