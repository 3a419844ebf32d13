//! Asks schemars.

use schemars::generate::{Contract, SchemaSettings};
use schemars::{Schema, SchemaGenerator};
use serde_json::Value;

use super::node::Node;

/// What schemars says of a type.
#[derive(Debug)]
pub(super) struct Source {
    /// The schema of the type itself.
    pub(super) root: Value,
    /// What it refers to, by name.
    pub(super) definitions: Node,
}

/// What schemars says of a type under one contract.
///
/// The schema is asked for as a subschema, never as a root: schemars refers to a root as `#`, which
/// consumers do not follow. Variant names come as titles, which `texts` makes the decoder's.
pub(super) fn source(
    contract: Contract,
    schema: impl FnOnce(&mut SchemaGenerator) -> Schema,
) -> Source {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.untagged_enum_variant_titles = contract.is_deserialize();
        settings.contract = contract;
    });
    let mut generator = settings.into_generator();
    let root = schema(&mut generator).to_value();
    Source {
        root,
        definitions: generator.take_definitions(false),
    }
}
