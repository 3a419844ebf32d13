//! What the derives write for a type that has no mistake.

pub(crate) mod function;
mod meta;
mod mirror;
mod own_name;
mod schema;
mod tool;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{GenericParam, WhereClause};

use crate::ast::Input;
use crate::attr::Piece;
use crate::crate_path::crate_path;

pub(crate) use self::schema::json_schema;
pub(crate) use self::tool::tool;

/// The scope that all generated code stands in. Inside, `__lt` is the runtime crate, `__schemars`
/// is schemars, and `__Original` is the user's type, which the mirror shadows.
fn scope(input: &Input, inner: &TokenStream) -> TokenStream {
    let krate = crate_path(input.keys.krate.get().map(|path| &path.0));
    let ident = &input.ident;
    let (_, arguments, _) = input.generics.split_for_impl();
    let parameters = input
        .generics
        .params
        .iter()
        .map(|parameter| match parameter {
            // Without bounds: an alias has none.
            GenericParam::Lifetime(parameter) => parameter.lifetime.to_token_stream(),
            GenericParam::Type(parameter) => parameter.ident.to_token_stream(),
            GenericParam::Const(parameter) => {
                let (name, ty) = (&parameter.ident, &parameter.ty);
                quote!(const #name: #ty)
            }
        });
    let parameters = (!input.generics.params.is_empty()).then(|| quote!(<#(#parameters),*>));
    quote! {
        #[allow(
            dead_code,
            deprecated,
            non_camel_case_types,
            non_snake_case,
            unused_imports,
            unused_qualifications,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction
        )]
        const _: () = {
            use #krate as __lt;
            use __lt::__private::schemars as __schemars;
            type __Original #parameters = #ident #arguments;
            const _: () = {
                #inner
            };
        };
    }
}

/// The place of `tokens` with the names and the lints of generated code.
fn place(tokens: &impl Spanned) -> Span {
    Span::call_site().located_at(tokens.span())
}

/// The user's type, at the place of its name.
fn original(input: &Input) -> Ident {
    Ident::new("__Original", place(&input.ident))
}

/// The pieces of documentation, as the runtime's `doc` takes them in a list.
fn pieces(pieces: &[Piece]) -> TokenStream {
    let pieces = pieces.iter().map(|piece| match piece {
        Piece::Literal(literal) => literal.to_token_stream(),
        Piece::Expression(expression) => expression.to_token_stream(),
    });
    quote!(#(#pieces),*)
}

/// The where clause with more predicates; none if there are none.
fn where_clause(clause: Option<&WhereClause>, more: &[TokenStream]) -> Option<TokenStream> {
    let given = clause.into_iter().flat_map(|clause| &clause.predicates);
    let predicates: Vec<TokenStream> = given
        .map(ToTokens::to_token_stream)
        .chain(more.iter().cloned())
        .collect();
    (!predicates.is_empty()).then(|| quote!(where #(#predicates),*))
}
