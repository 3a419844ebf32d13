//! What kind of type can be a tool or have a schema.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{GenericArgument, Lifetime, PathArguments, Type, TypeReference};

use crate::ast::{Body, Field, Input, Shape};
use crate::errors::Errors;

/// A tool is a struct with named fields or a unit struct, and owns all that it holds.
pub(super) fn tool(input: &Input, errors: &mut Errors) {
    match &input.body {
        Body::Struct(Shape::Tuple(_)) => errors.at(
            &input.ident,
            "a tool's parameters have names: give the fields names",
        ),
        Body::Struct(Shape::Named(_) | Shape::Unit) => {}
        Body::Enum(_) => errors.at(
            &input.ident,
            "a tool is a struct: make the enum the type of a field, or make a tool of each variant",
        ),
        Body::Union(token) => errors.at(token, "a tool is a struct, not a union"),
    }
    owned(input, errors);
}

/// A union has no schema.
pub(super) fn json_schema(input: &Input, errors: &mut Errors) {
    if let Body::Union(token) = &input.body {
        errors.at(token, "a union has no JSON form");
    }
}

/// The arguments outlive the text that they are read from.
fn owned(input: &Input, errors: &mut Errors) {
    let mut found = false;
    let read = |field: &&Field| !field.attributes.serde.skips_decoding();
    for field in input.fields().iter().filter(read) {
        if let Some(borrow) = first_borrow(&field.ty) {
            found = true;
            let way_out = borrow.way_out();
            errors.at(borrow, format!("a tool borrows nothing: {way_out}"));
        }
    }
    if !found {
        for parameter in input.generics.lifetimes() {
            errors.at(
                &parameter.lifetime,
                "a tool borrows nothing: use owned types and drop the lifetime",
            );
        }
    }
}

/// A borrow in a type.
enum Borrow<'a> {
    Reference(&'a TypeReference),
    /// A lifetime among a path's arguments. `'static` there is none (`Cow<'static, str>`): such a
    /// type is read as an owned one.
    Lifetime(&'a Lifetime),
}

fn first_borrow(ty: &Type) -> Option<Borrow<'_>> {
    match ty {
        Type::Reference(reference) => Some(Borrow::Reference(reference)),
        Type::Path(path) => path.path.segments.iter().find_map(|segment| {
            let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
                return None;
            };
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Lifetime(lifetime) if lifetime.ident != "static" => {
                    Some(Borrow::Lifetime(lifetime))
                }
                GenericArgument::Type(ty) => first_borrow(ty),
                _ => None,
            })
        }),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(first_borrow),
        Type::Array(array) => first_borrow(&array.elem),
        Type::Group(group) => first_borrow(&group.elem),
        Type::Paren(paren) => first_borrow(&paren.elem),
        _ => None,
    }
}

impl Borrow<'_> {
    fn way_out(&self) -> &'static str {
        let Self::Reference(reference) = self else {
            return "use an owned type";
        };
        match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => "use `String`",
            Type::Path(path) if path.path.is_ident("Path") => "use `PathBuf`",
            Type::Slice(_) => "use a `Vec`",
            _ => "use an owned type",
        }
    }
}

impl ToTokens for Borrow<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Reference(reference) => reference.to_tokens(tokens),
            Self::Lifetime(lifetime) => lifetime.to_tokens(tokens),
        }
    }
}
