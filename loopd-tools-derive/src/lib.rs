//! The derives of loopd-tools.
//!
//! The stages, each with one type in and one out: [`ast`] reads what the user wrote, [`check`]
//! finds the mistakes, [`expand`] writes the impl for what has none, [`fallback`] writes one for
//! what has some, so that the mistakes are all that the user sees.

mod ast;
mod attr;
mod case;
mod check;
mod crate_path;
mod derive;
mod errors;
mod expand;
mod fallback;
#[cfg(test)]
mod tests;

/// Makes a documented `Deserialize` struct a tool.
#[proc_macro_derive(Tool, attributes(tool, schemars))]
pub fn tool(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive::tool(input.into()).into()
}

/// Gives a type that is nested in a tool's arguments or output its JSON Schema.
#[proc_macro_derive(JsonSchema, attributes(tool, schemars))]
pub fn json_schema(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive::json_schema(input.into()).into()
}
