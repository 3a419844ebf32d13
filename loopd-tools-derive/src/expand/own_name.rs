//! The type's own name in what the user wrote: where the mirror shadows it, it has to become
//! `__Original`.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use syn::LitStr;

/// Where a name is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum In {
    /// In a type: everywhere.
    Type,
    /// In an expression: before `::` and `{`. An alias can be called no otherwise.
    Expression,
}

/// `tokens` with `__Original` for the type's own name `ident`.
pub(super) fn replace(tokens: TokenStream, ident: &Ident, place: In) -> TokenStream {
    let mut replaced = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    let mut behind = None;
    while let Some(token) = tokens.next() {
        let token = match token {
            TokenTree::Group(group) => {
                let stream = replace(group.stream(), ident, place);
                let mut new = Group::new(group.delimiter(), stream);
                new.set_span(group.span());
                TokenTree::Group(new)
            }
            TokenTree::Ident(found)
                if found == *ident
                    // The end of a longer path, or a field, is another's name.
                    && !matches!(behind, Some(':' | '.'))
                    && (place == In::Type || is_prefix(tokens.peek())) =>
            {
                TokenTree::Ident(Ident::new("__Original", found.span()))
            }
            TokenTree::Literal(literal) => match string(&literal.to_string(), ident) {
                Some(text) => TokenTree::Literal(LitStr::new(&text, literal.span()).token()),
                None => TokenTree::Literal(literal),
            },
            other => other,
        };
        behind = match &token {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
        replaced.extend([token]);
    }
    replaced
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
