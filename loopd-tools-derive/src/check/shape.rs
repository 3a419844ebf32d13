//! What kind of type can be a tool or have a schema.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

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
    for field in input.fields() {
        if let Some(borrow) = borrow(field) {
            found = true;
            errors.at(
                borrow,
                format!("a tool borrows nothing: {}", way_out(field)),
            );
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

/// The first borrow in a field's type. `'static` in a path (`Cow<'static, str>`) is none: such
/// a type is read as an owned one.
fn borrow(field: &Field) -> Option<TokenStream> {
    if field.attributes.serde.skips_decoding() {
        return None;
    }
    first_borrow(field.ty.to_token_stream())
}

fn first_borrow(tokens: TokenStream) -> Option<TokenStream> {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                if let Some(found) = first_borrow(group.stream()) {
                    return Some(found);
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == '&' => {
                return Some(TokenTree::Punct(punct).into());
            }
            TokenTree::Punct(quote) if quote.as_char() == '\'' => {
                let name = tokens.next()?;
                if name.to_string() != "static" {
                    return Some([TokenTree::Punct(quote), name].into_iter().collect());
                }
            }
            _ => {}
        }
    }
    None
}

fn way_out(field: &Field) -> &'static str {
    match &field.ty {
        Type::Reference(reference) => match reference.elem.to_token_stream().to_string().as_str() {
            "str" => "use `String`",
            "[u8]" | "[u8 ]" => "use `Vec<u8>`",
            _ => "use an owned type",
        },
        _ => "use an owned type",
    }
}
