//! What a generic tool asks of its parameters, in one bound.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;

/// A type that can be a tool: it is read, it is sent, and `Mirror` has its schema.
///
/// One trait, and not three bounds, so that a bound that is missing is told once, in our words.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a tool for some parameters alone",
    label = "the parameters lack a bound",
    note = "ask of each type parameter what arguments need: `T: serde::de::DeserializeOwned + loopd_tools::JsonSchema + Send`"
)]
pub trait Mirrored<Mirror>: DeserializeOwned + Send {
    /// The mirror's schema.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + Send, Mirror: JsonSchema> Mirrored<Mirror> for T {
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        Mirror::json_schema(generator)
    }
}
