//! The type's own name in what the user wrote: where the mirror shadows it, it has to become
//! `__Original`.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::quote;
use syn::LitStr;

use crate::ast::Input;

/// Where a name is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum In {
    /// In a type: everywhere.
    Type,
    /// In an expression: before `::` and `{`. An alias can be called no otherwise.
    Expression,
}

/// `tokens` with `__Original` for the type's own name and for `Self`.
pub(super) fn replace(tokens: TokenStream, input: &Input, place: In) -> TokenStream {
    let mut replaced = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    let mut behind = None;
    while let Some(token) = tokens.next() {
        // The end of a longer path, or a field, is another's name.
        let begins = !matches!(behind, Some(':' | '.'));
        behind = match &token {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
        match token {
            TokenTree::Group(group) => {
                let stream = replace(group.stream(), input, place);
                let mut new = Group::new(group.delimiter(), stream);
                new.set_span(group.span());
                replaced.extend([TokenTree::Group(new)]);
            }
            TokenTree::Ident(found) if begins && found == input.ident => {
                let named = place == In::Type || is_prefix(tokens.peek());
                let name = Ident::new("__Original", found.span());
                replaced.extend([TokenTree::Ident(if named { name } else { found })]);
            }
            TokenTree::Ident(found) if found == "Self" => {
                let (_, arguments, _) = input.generics.split_for_impl();
                let name = Ident::new("__Original", found.span());
                replaced.extend(match place {
                    In::Type => quote!(#name #arguments),
                    In::Expression => quote!(<#name #arguments>),
                });
            }
            TokenTree::Literal(literal) => {
                let renamed = string(&literal.to_string(), &input.ident);
                let renamed = renamed.map(|text| LitStr::new(&text, literal.span()).token());
                replaced.extend([TokenTree::Literal(renamed.unwrap_or(literal))]);
            }
            other => replaced.extend([other]),
        }
    }
    replaced
}

/// Whether `tokens` speak of the type.
pub(super) fn occurs(tokens: TokenStream, input: &Input) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => occurs(group.stream(), input),
        TokenTree::Ident(found) => found == input.ident || found == "Self",
        _ => false,
    })
}

fn is_prefix(next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Punct(punct)) => punct.as_char() == ':',
        Some(TokenTree::Group(group)) => group.delimiter() == proc_macro2::Delimiter::Brace,
        _ => false,
    }
}

/// A path in quotes, as serde and schemars have them for functions.
fn string(literal: &str, ident: &Ident) -> Option<String> {
    let quoted: LitStr = syn::parse_str(literal).ok()?;
    let value = quoted.value();
    let rest = value.strip_prefix(&ident.to_string())?;
    rest.starts_with("::").then(|| format!("__Original{rest}"))
}
