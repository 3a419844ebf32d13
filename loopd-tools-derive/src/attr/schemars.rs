//! What schemars reads under its own name.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Meta, Path, Token};

use crate::errors::Errors;

/// The items of `#[schemars(..)]`.
#[derive(Default)]
pub(crate) struct Schemars {
    items: Vec<Item>,
}

/// One item. schemars has a form that `syn` does not: `!key` takes serde's `key` away.
pub(crate) enum Item {
    Set(Meta),
    Unset(Token![!], Path),
}

impl Schemars {
    /// What can't be read is reported here: schemars would say the same, and then write no impl.
    pub(crate) fn read<'a>(metas: impl Iterator<Item = &'a Meta>, errors: &mut Errors) -> Self {
        let mut items = Vec::new();
        for meta in metas {
            let list = meta.require_list().and_then(|list| {
                list.parse_args_with(Punctuated::<Item, Token![,]>::parse_terminated)
            });
            items.extend(errors.take(list).into_iter().flatten());
        }
        Self { items }
    }

    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Meta> {
        self.items.iter().find_map(|item| match item {
            Item::Set(meta) if meta.path().is_ident(key) => Some(meta),
            _ => None,
        })
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The expression of `key = expression`.
    pub(crate) fn expression(&self, key: &str) -> Option<&Expr> {
        match self.get(key)? {
            Meta::NameValue(item) => Some(&item.value),
            _ => None,
        }
    }
}

impl Item {
    /// The key, without the `!`.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Set(meta) => meta.path(),
            Self::Unset(_, path) => path,
        }
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Token![!]) {
            Ok(Self::Unset(input.parse()?, input.parse()?))
        } else {
            input.parse().map(Self::Set)
        }
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Set(meta) => meta.to_tokens(tokens),
            Self::Unset(not, path) => {
                not.to_tokens(tokens);
                path.to_tokens(tokens);
            }
        }
    }
}
