//! An expression that is passed on as it is written.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, LitStr, Token};

use super::str_literal;

/// An expression as it is written. Not `syn::Expr`: which expressions `syn` can read depends on its
/// feature `full`, and that on who else is in the user's tree.
#[derive(Clone)]
pub(crate) struct Expression {
    tokens: TokenStream,
    literal: Option<LitStr>,
}

impl Expression {
    /// An expression that `syn` has read.
    pub(crate) fn of(expression: &Expr) -> Self {
        Self {
            tokens: expression.to_token_stream(),
            literal: str_literal(expression).cloned(),
        }
    }

    /// The text, if it is here to be read.
    pub(crate) fn literal(&self) -> Option<&LitStr> {
        self.literal.as_ref()
    }
}

impl Parse for Expression {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        match ahead.parse() {
            Ok(expression) => {
                input.advance_to(&ahead);
                Ok(Self::of(&expression))
            }
            // `if`, `match`, blocks: left to the compiler, which says more of what is wrong there.
            Err(error) if error.to_string().starts_with("unsupported expression") => Ok(Self {
                tokens: up_to_comma(input)?,
                literal: None,
            }),
            Err(error) => Err(error),
        }
    }
}

impl ToTokens for Expression {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.tokens.to_tokens(tokens);
    }
}

fn up_to_comma(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    Ok(tokens)
}
