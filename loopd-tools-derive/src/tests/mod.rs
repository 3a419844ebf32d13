//! What can't be seen from outside: the expansion as text, and that nothing makes it panic.

mod case;
mod expansion;
mod soup;

use proc_macro2::TokenStream;

/// The expansion as Rust; it fails the test if it is none.
fn printed(tokens: TokenStream) -> String {
    let text = tokens.to_string();
    match syn::parse2(tokens) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("{error} in {text}"),
    }
}
