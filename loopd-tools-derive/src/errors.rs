//! All mistakes of one input, so that the user sees them at once.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Errors {
    all: Option<syn::Error>,
}

impl Errors {
    /// Adds a mistake that has its place already.
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.all {
            Some(all) => all.combine(error),
            none => *none = Some(error),
        }
    }

    /// Adds a mistake at `place`.
    pub(crate) fn at(&mut self, place: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(place, message));
    }

    /// Whether no mistake was found.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_none()
    }

    /// The value, or none and one more mistake.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// One `compile_error!` a mistake; none if there is none.
    pub(crate) fn into_tokens(self) -> Option<TokenStream> {
        Some(self.all?.into_compile_error())
    }
}
