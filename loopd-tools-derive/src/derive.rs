//! The two derives as functions from tokens to tokens: the way through the stages.

use proc_macro2::TokenStream;

use crate::ast::Input;
use crate::check;
use crate::errors::Errors;
use crate::expand;
use crate::fallback;

/// `#[derive(Tool)]`.
pub(crate) fn tool(tokens: TokenStream) -> TokenStream {
    derive(
        tokens,
        |input, errors| Some(expand::tool(input, &check::tool(input, errors)?)),
        fallback::tool,
    )
}

/// `#[derive(JsonSchema)]`.
pub(crate) fn json_schema(tokens: TokenStream) -> TokenStream {
    derive(
        tokens,
        |input, errors| {
            check::json_schema(input, errors)?;
            Some(expand::json_schema(input))
        },
        fallback::json_schema,
    )
}

/// The gate: what has a mistake is never expanded.
fn derive(
    tokens: TokenStream,
    expand: fn(&Input, &mut Errors) -> Option<TokenStream>,
    fallback: fn(&Input) -> TokenStream,
) -> TokenStream {
    let item = match syn::parse2(tokens) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let input = Input::read(item, &mut errors);
    expand(&input, &mut errors).unwrap_or_else(|| {
        let mut tokens = errors.into_tokens().unwrap_or_default();
        tokens.extend(fallback(&input));
        tokens
    })
}
