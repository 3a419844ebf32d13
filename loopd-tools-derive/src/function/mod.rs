//! `#[tool]` on a function: writes the struct for the derive and the `Run` that calls the
//! function, and nothing else. What is right and wrong with the struct, the derive says.

mod list;
mod owned;
mod signature;

use proc_macro2::TokenStream;
use syn::parse::Parser;

use crate::attr::Keys;
use crate::errors::Errors;
use crate::expand;

pub(crate) use self::list::{ArgumentList, Line};
pub(crate) use self::owned::{Form, Owned, Passed};
pub(crate) use self::signature::{Function, Parameter, mentions};

/// `#[tool(arguments)]` on `item`.
pub(crate) fn attribute(arguments: &TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let function = match signature::parse.parse2(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            // The item stays, so that nothing that uses it is told wrong as well.
            errors.push(error);
            return with_errors(item, errors);
        }
    };
    // Read for what the function itself would say as well; the derive reads them again and tells
    // the mistakes.
    let keys = Keys::of_function(arguments, &function.parts.generated);
    let function = function.checked(&mut errors);
    let (documentation, list) = ArgumentList::read(&function, &mut errors);
    if !errors.is_empty() {
        return with_errors(expand::function::alone(&function), errors);
    }
    expand::function::tool(&function, arguments, &keys, &documentation, &list)
}

fn with_errors(item: TokenStream, errors: Errors) -> TokenStream {
    let mut tokens = errors.into_tokens().unwrap_or_default();
    tokens.extend(item);
    tokens
}
