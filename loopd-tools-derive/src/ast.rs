//! What the user wrote, in the terms of the derive.

use proc_macro2::Ident;
use syn::{Data, DeriveInput, Fields, Generics, Type};

use crate::attr::{Attributes, Keys};
use crate::errors::Errors;

/// A type under one of the derives.
pub(crate) struct Input {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) attributes: Attributes,
    pub(crate) keys: Keys,
    pub(crate) body: Body,
}

/// What a type consists of.
pub(crate) enum Body {
    Struct(Shape),
    Enum(Vec<Variant>),
    Union(syn::token::Union),
}

/// The fields of a struct or of a variant.
pub(crate) enum Shape {
    Named(Vec<Field>),
    Tuple(Vec<Field>),
    Unit,
}

/// One variant of an enum.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) attributes: Attributes,
    pub(crate) shape: Shape,
}

/// One field; it has no name in a tuple.
pub(crate) struct Field {
    pub(crate) ident: Option<Ident>,
    pub(crate) ty: Type,
    pub(crate) attributes: Attributes,
}

impl Input {
    pub(crate) fn read(item: DeriveInput, errors: &mut Errors) -> Self {
        let (attributes, keys) = Attributes::of_container(&item.attrs, errors);
        Self {
            ident: item.ident,
            generics: item.generics,
            attributes,
            keys,
            body: match item.data {
                Data::Struct(data) => Body::Struct(Shape::read(data.fields, errors)),
                Data::Enum(data) => Body::Enum(
                    data.variants
                        .into_iter()
                        .map(|variant| Variant::read(variant, errors))
                        .collect(),
                ),
                Data::Union(data) => Body::Union(data.union_token),
            },
        }
    }

    /// All variants; none of a struct.
    pub(crate) fn variants(&self) -> &[Variant] {
        match &self.body {
            Body::Enum(variants) => variants,
            Body::Struct(_) | Body::Union(_) => &[],
        }
    }

    /// The fields of a struct; none of an enum.
    pub(crate) fn fields(&self) -> &[Field] {
        match &self.body {
            Body::Struct(shape) => shape.fields(),
            Body::Enum(_) | Body::Union(_) => &[],
        }
    }
}

impl Shape {
    fn read(fields: Fields, errors: &mut Errors) -> Self {
        let mut read = |fields: syn::punctuated::Punctuated<syn::Field, _>| -> Vec<Field> {
            fields
                .into_iter()
                .map(|field| Field {
                    attributes: Attributes::of_part(&field.attrs, errors),
                    ident: field.ident,
                    ty: field.ty,
                })
                .collect()
        };
        match fields {
            Fields::Named(fields) => Self::Named(read(fields.named)),
            Fields::Unnamed(fields) => Self::Tuple(read(fields.unnamed)),
            Fields::Unit => Self::Unit,
        }
    }

    pub(crate) fn fields(&self) -> &[Field] {
        match self {
            Self::Named(fields) | Self::Tuple(fields) => fields,
            Self::Unit => &[],
        }
    }
}

impl Variant {
    fn read(variant: syn::Variant, errors: &mut Errors) -> Self {
        Self {
            attributes: Attributes::of_part(&variant.attrs, errors),
            ident: variant.ident,
            shape: Shape::read(variant.fields, errors),
        }
    }
}
