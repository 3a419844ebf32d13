//! What serde reads, as far as the checks and the mirror need it.

use syn::punctuated::Punctuated;
use syn::{LitStr, Meta, MetaNameValue, Token};

use super::str_literal;

/// The items of `#[serde(..)]`.
#[derive(Default)]
pub(crate) struct Serde {
    items: Vec<Meta>,
}

impl Serde {
    /// What can't be read is left out: serde itself reports it.
    pub(crate) fn read<'a>(metas: impl Iterator<Item = &'a Meta>) -> Self {
        let mut items = Vec::new();
        for meta in metas {
            if let Meta::List(list) = meta
                && let Ok(list) =
                    list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            {
                items.extend(list);
            }
        }
        Self { items }
    }

    pub(crate) fn items(&self) -> &[Meta] {
        &self.items
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Meta> {
        self.items.iter().find(|item| item.path().is_ident(key))
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Whether the decoder leaves the field out.
    pub(crate) fn skips_decoding(&self) -> bool {
        self.has("skip") || self.has("skip_deserializing")
    }

    /// The text that decoding sees of `key = ".."` or `key(deserialize = "..")`.
    pub(crate) fn decoded(&self, key: &str) -> Option<LitStr> {
        match self.get(key)? {
            Meta::NameValue(item) => text(item),
            Meta::List(list) => list
                .parse_args_with(Punctuated::<MetaNameValue, Token![,]>::parse_terminated)
                .ok()?
                .iter()
                .find(|item| item.path.is_ident("deserialize"))
                .and_then(text),
            Meta::Path(_) => None,
        }
    }

    /// The other names that the decoder takes.
    pub(crate) fn aliases(&self) -> Vec<LitStr> {
        self.items
            .iter()
            .filter(|item| item.path().is_ident("alias"))
            .filter_map(|item| match item {
                Meta::NameValue(item) => text(item),
                _ => None,
            })
            .collect()
    }
}

fn text(item: &MetaNameValue) -> Option<LitStr> {
    str_literal(&item.value).cloned()
}
