//! The derives of loopd-tools.
//!
//! The stages, each with one type in and one out: `ast` reads what the user wrote, `check`
//! finds the mistakes, `expand` writes the impl for what has none, `fallback` writes one for
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
mod function;
#[cfg(test)]
mod tests;

#[doc = include_str!("../docs/attributes.md")]
#[proc_macro_derive(Tool, attributes(tool, schemars))]
pub fn derive_tool(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive::tool(input.into()).into()
}

/// Makes a documented function a tool: writes a struct of the function's name, its derive and its
/// `Run`, and nothing else. The function stays a function.
///
/// The arguments are the keys of [`Tool`](macro@Tool). The parameters are the tool's, but for the
/// first where it is the context: `Context<'_>` or `Context<'_, State>`.
///
/// ```
/// use loopd_tools::{DynTool, Tool, tool};
///
/// /// Cuts a text.
/// #[tool(read_only)]
/// fn cut(
///     /// The text.
///     text: &str,
///     /// How many characters stay; ten unless said.
///     count: Option<usize>,
/// ) -> String {
///     text.chars().take(count.unwrap_or(10)).collect()
/// }
///
/// assert_eq!(cut::tool().definition().name(), "cut");
/// assert_eq!(cut("a longer text", Some(1)), "a");
/// ```
#[proc_macro_attribute]
pub fn tool(
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    function::attribute(&arguments.into(), item.into()).into()
}

/// Gives a type that is nested in a tool's arguments or output its JSON Schema, as schemars' own
/// derive does, without schemars in the user's `Cargo.toml`.
///
/// The attributes of serde and schemars are read as [`Tool`](macro@Tool) reads them;
/// `#[tool(crate = path)]` says where `loopd-tools` is.
#[proc_macro_derive(JsonSchema, attributes(tool, schemars))]
pub fn json_schema(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive::json_schema(input.into()).into()
}
