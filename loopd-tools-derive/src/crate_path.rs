//! Where the generated code finds the runtime crate.

use proc_macro2::{Ident, Span};
use syn::{Path, PathSegment, Token};

/// The path of the runtime crate: `::loopd_tools` unless `#[tool(crate = path)]` says otherwise.
///
/// The leading colons keep anything that the user's scope calls `loopd_tools` away.
pub(crate) fn crate_path(given: Option<&Path>) -> Path {
    given.cloned().unwrap_or_else(|| Path {
        leading_colon: Some(<Token![::]>::default()),
        segments: [PathSegment::from(Ident::new(
            "loopd_tools",
            Span::call_site(),
        ))]
        .into_iter()
        .collect(),
    })
}
