//! What may be wrong with what the user wrote. Each mistake is told once, at its place.

mod agreement;
mod keys;
mod names;
mod shape;

use syn::LitStr;

use crate::ast::Input;
use crate::attr::{Expression, Piece};
use crate::errors::Errors;

/// What `expand` needs to know of a tool beside what the user wrote.
pub(crate) struct Tool<'a> {
    pub(crate) name: LitStr,
    pub(crate) description: Description<'a>,
}

/// Where a description comes from.
pub(crate) enum Description<'a> {
    /// From one expression: a key's.
    Expression(Expression),
    /// From the doc comment.
    Docs(&'a [Piece]),
}

/// Checks a type under `#[derive(Tool)]`; none if there is any mistake.
pub(crate) fn tool<'a>(input: &'a Input, errors: &mut Errors) -> Option<Tool<'a>> {
    shape::tool(input, errors);
    let name = names::tool(input, errors);
    let description = keys::description(input, errors);
    keys::check(input, errors);
    names::fields(input, errors);
    agreement::tool(input, errors);
    if !errors.is_empty() {
        return None;
    }
    Some(Tool {
        name: name?,
        description: description?,
    })
}

/// Checks a type under `#[derive(JsonSchema)]`; none if there is any mistake.
pub(crate) fn json_schema(input: &Input, errors: &mut Errors) -> Option<()> {
    shape::json_schema(input, errors);
    agreement::json_schema(input, errors);
    errors.is_empty().then_some(())
}
