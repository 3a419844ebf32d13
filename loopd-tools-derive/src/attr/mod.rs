//! What the attributes say: the one reader of `syn::Attribute`.

mod docs;
mod expression;
mod keys;
mod parts;
mod schemars;
mod serde;
mod value;

use syn::{Attribute, Meta};

use crate::errors::Errors;

pub(crate) use self::docs::{Docs, Piece};
pub(crate) use self::expression::Expression;
pub(crate) use self::keys::Keys;
pub(crate) use self::parts::Parts;
pub(crate) use self::schemars::{Item, Schemars};
pub(crate) use self::serde::Serde;
use self::value::str_literal;
pub(crate) use self::value::{Flag, Once, Text};

/// The attributes of a container, a variant or a field, but for `#[tool(..)]`.
pub(crate) struct Attributes {
    /// The documentation.
    pub(crate) docs: Docs,
    /// What serde reads.
    pub(crate) serde: Serde,
    /// What schemars reads under its own name.
    pub(crate) schemars: Schemars,
    /// What schemars reads under the names of the validation crates, as it is written.
    pub(crate) validation: Vec<Meta>,
    /// Whether `#[deprecated]` is there.
    pub(crate) deprecated: bool,
}

impl Attributes {
    /// Of a container, which has the keys of `#[tool(..)]` as well.
    pub(crate) fn of_container(attributes: &[Attribute], errors: &mut Errors) -> (Self, Keys) {
        let mut keys = Keys::default();
        for meta in named(attributes, "tool") {
            keys.read(meta, errors);
        }
        (Self::read(attributes, errors), keys)
    }

    /// Of a field or a variant, which has no `#[tool(..)]`.
    pub(crate) fn of_part(attributes: &[Attribute], errors: &mut Errors) -> Self {
        for meta in named(attributes, "tool") {
            errors.at(
                meta,
                "`#[tool(..)]` goes on the struct; a field says all with its type, its docs, \
                 `serde` and `schemars`",
            );
        }
        Self::read(attributes, errors)
    }

    fn read(attributes: &[Attribute], errors: &mut Errors) -> Self {
        Self {
            docs: Docs::read(named(attributes, "doc")),
            serde: Serde::read(named(attributes, "serde")),
            schemars: Schemars::read(named(attributes, "schemars"), errors),
            validation: named(attributes, "validate")
                .chain(named(attributes, "garde"))
                .cloned()
                .collect(),
            deprecated: named(attributes, "deprecated").next().is_some(),
        }
    }
}

fn named<'a>(attributes: &'a [Attribute], name: &'a str) -> impl Iterator<Item = &'a Meta> {
    attributes
        .iter()
        .map(|attribute| &attribute.meta)
        .filter(move |meta| meta.path().is_ident(name))
}
