//! From what schemars says to the canonical form: a list of small transforms.
//!
//! The canonical form knows these keywords and no others: `type`, `description`, `enum`, `format`
//! (an annotation: the type's own deserializer judges the text), `pattern`, `minimum`,
//! `exclusiveMinimum`, `maximum`, `exclusiveMaximum`, `multipleOf`, `minLength`, `maxLength`,
//! `prefixItems`, `items`, `minItems`, `maxItems`, `properties`, `required`,
//! `additionalProperties` (a schema or `false`), `propertyNames` (a `pattern`), `minProperties`,
//! `maxProperties`, `anyOf`, `$ref` (alone, to `#/$defs/Name`), `$defs` (at the root), and the
//! annotations `default`, `examples` and `deprecated`.

mod booleans;
mod buffered;
mod closing;
mod constants;
mod examples;
mod formats;
mod generate;
mod inline;
mod integers;
mod maps;
pub(crate) mod node;
mod optional;
mod order;
mod recursion;
mod root;
mod sequences;
mod siblings;
mod strict_types;
mod texts;
mod unions;
mod vocabulary;

use schemars::generate::Contract;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use self::generate::Source;
use self::node::{Fault, Node, Path};
use super::SchemaError;
use crate::arguments::Decoder;

pub(crate) use self::integers::WIDE;
pub(crate) use self::maps::{SIGNED_KEYS, UNSIGNED_KEYS};
pub(crate) use self::order::apply as in_order;
pub(crate) use self::unions::join as join_unions;

/// The keys that are for the decoder alone begin with this.
pub(crate) const EXTENSION: &str = "x-loopd-";

/// The schema of a tool's arguments: the canonical form, still with what the decoder alone needs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parameters {
    /// The canonical form with the decoder's extension keys in it.
    annotated: Value,
}

impl Parameters {
    /// The form that the decoder reads.
    pub(crate) fn annotated(&self) -> &Value {
        &self.annotated
    }

    /// The form that the model reads.
    pub(crate) fn into_canonical(mut self) -> Value {
        if let Value::Object(root) = &mut self.annotated {
            node::every(root, &mut |node| {
                node.retain(|key, _| !key.starts_with(EXTENSION));
            });
        }
        self.annotated
    }
}

/// The arguments' schema of the derived tool `tool`.
pub(crate) fn parameters(
    tool: &str,
    schema: fn(&mut SchemaGenerator) -> Schema,
    allow_unknown: bool,
) -> Result<Parameters, SchemaError> {
    let source = generate::source(Contract::Deserialize, schema);
    let closing = if allow_unknown {
        Closing::AsTypesSay
    } else {
        Closing::Everywhere
    };
    let root = canonical(source, closing).map_err(|fault| SchemaError::of(tool, fault))?;
    Ok(Parameters {
        annotated: Value::Object(root),
    })
}

/// The canonical schema of a type's arguments, for tools that are declared without the derive.
///
/// It is what `#[derive(Tool)]` would make of a struct with the same fields: an object, closed at
/// every depth, everything inlined but recursion.
///
/// # Errors
///
/// If the type has no truthful schema, or one with something in it that can't be checked: the
/// message names the type, the field and the way out.
pub fn parameters_of<T: JsonSchema>() -> Result<Value, SchemaError> {
    let name = T::schema_name();
    let parameters = parameters_for::<T>(&name)?;
    // What no decoder would keep is told here, not when the tool is made.
    let (_, problems) = Decoder::new(parameters.annotated());
    match problems.into_iter().next() {
        None => Ok(parameters.into_canonical()),
        Some(problem) => Err(problem.into_error(&name)),
    }
}

/// The schema of a type's arguments, for the tool `tool`.
pub(crate) fn parameters_for<T: JsonSchema>(tool: &str) -> Result<Parameters, SchemaError> {
    let schema = |generator: &mut SchemaGenerator| generator.subschema_for::<T>();
    parameters(tool, schema, false)
}

/// The schema of a structured output: the same form, with open objects and any root.
pub(crate) fn output_of<T: JsonSchema>() -> Result<Value, SchemaError> {
    let schema = |generator: &mut SchemaGenerator| generator.subschema_for::<T>();
    let root = canonical_output(generate::source(Contract::Serialize, schema))
        .map_err(|fault| SchemaError::of(&T::schema_name(), fault))?;
    Ok(Parameters {
        annotated: Value::Object(root),
    }
    .into_canonical())
}

/// Brings a schema from elsewhere near to the canonical form without ever narrowing it: no booleans,
/// one keyword for unions and one for constants.
pub(crate) fn widen(root: &mut Node) {
    node::every(root, &mut booleans::widen);
    node::every(root, &mut closing::forget_open);
    node::every(root, &mut constants::apply);
    node::every(root, &mut unions::join);
}

/// Which objects are closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closing {
    /// All that do not say otherwise.
    Everywhere,
    /// Those that say so.
    AsTypesSay,
}

fn canonical(source: Source, closing: Closing) -> Result<Node, Fault> {
    let mut root = shapes(source)?;
    // A `null` for a field that may be absent is absent, so the schema need not say it.
    node::every(&mut root, &mut optional::apply);
    node::every(&mut root, &mut unions::join);
    if closing == Closing::Everywhere {
        node::every(&mut root, &mut closing::apply);
    }
    root::apply(&mut root, closing)?;
    finish(root)
}

fn canonical_output(source: Source) -> Result<Node, Fault> {
    let mut root = shapes(source)?;
    node::every(&mut root, &mut unions::join);
    root::forget_name(&mut root);
    finish(root)
}

/// What is the same for arguments and outputs: each transform leaves what the next ones expect.
fn shapes(source: Source) -> Result<Node, Fault> {
    let path = &mut Path::default();
    // One tree: what is not recursive stands where it is used.
    let mut root = inline::apply(source)?;
    // Every schema is an object from here on.
    node::bottom_up(&mut root, path, &mut booleans::apply)?;
    // Reads the formats that `integers` replaces.
    node::bottom_up(&mut root, path, &mut buffered::apply)?;
    // Reads shapes as schemars writes them.
    node::every(&mut root, &mut strict_types::apply);
    node::every(&mut root, &mut integers::apply);
    node::every(&mut root, &mut formats::apply);
    node::every(&mut root, &mut constants::apply);
    // From above: a union names its branches before they read their own titles.
    node::top_down(&mut root, &mut texts::apply);
    // Unions before siblings: there is one keyword for a union from here on.
    node::every(&mut root, &mut unions::join);
    node::bottom_up(&mut root, path, &mut siblings::apply)?;
    node::bottom_up(&mut root, path, &mut maps::apply)?;
    node::every(&mut root, &mut sequences::apply);
    node::every(&mut root, &mut examples::apply);
    Ok(root)
}

fn finish(mut root: Node) -> Result<Node, Fault> {
    recursion::apply(&mut root);
    node::every(&mut root, &mut closing::forget_open);
    node::bottom_up(&mut root, &mut Path::default(), &mut vocabulary::apply)?;
    node::every(&mut root, &mut order::apply);
    Ok(root)
}
