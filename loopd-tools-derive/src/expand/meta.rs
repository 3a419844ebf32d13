//! The const that holds what of a definition needs no schema.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::pieces;
use crate::ast::Input;
use crate::attr::{Flag, Keys, Once, Text};
use crate::check::{Description, Tool};

/// `Meta { .. }`, with nothing in it that says what is so anyway.
pub(super) fn meta(input: &Input, tool: &Tool<'_>) -> TokenStream {
    let mut fields = vec![(name("description"), description(tool))];
    fields.extend(flags(&input.keys));
    fields.extend(values(input));
    let fields = fields
        .into_iter()
        .map(|(name, value)| quote!(#name: #value));
    quote! {
        __lt::__private::Meta { #(#fields,)* ..__lt::__private::Meta::NEW }
    }
}

/// The pieces of the description.
pub(super) fn description(tool: &Tool<'_>) -> TokenStream {
    match &tool.description {
        Description::Expression(expression) => quote!(&[#expression]),
        Description::Docs(docs) => {
            let pieces = pieces(docs);
            quote!(&[#pieces])
        }
    }
}

fn flags(keys: &Keys) -> impl Iterator<Item = (Ident, TokenStream)> {
    let plain = [
        ("core", &keys.core),
        ("concurrent", &keys.concurrent),
        ("pinned", &keys.pinned),
        ("untrusted", &keys.untrusted),
        ("unrecorded", &keys.unrecorded),
        ("allow_unknown", &keys.allow_unknown),
        ("exact", &keys.exact),
        ("blocking", &keys.blocking),
    ];
    let hints = [
        ("read_only", &keys.read_only),
        ("destructive", &keys.destructive),
        ("idempotent", &keys.idempotent),
        ("open_world", &keys.open_world),
    ];
    let plain = plain.map(|(field, key)| Some((name(field), flag(key)?)));
    let hints = hints.map(|(field, key)| Some((name(field), some(flag(key)?))));
    plain.into_iter().chain(hints).flatten()
}

fn values(input: &Input) -> impl Iterator<Item = (Ident, TokenStream)> {
    let keys = &input.keys;
    let text = |key: &Once<Text>| key.get().map(|text| some(&text.0));
    let timeout = keys.timeout.get().map(|time| {
        let (seconds, nanoseconds) = (time.0.as_secs(), time.0.subsec_nanos());
        some(quote!(::core::time::Duration::new(#seconds, #nanoseconds)))
    });
    let max_output = keys.max_output.get().map(|bytes| {
        let bytes = proc_macro2::Literal::u64_unsuffixed(bytes.0);
        some(bytes)
    });
    let examples = (!keys.examples.is_empty()).then(|| {
        let examples = keys.examples.iter().map(|example| &example.0);
        quote!(&[#(#examples),*])
    });
    let requires = (!keys.requires.is_empty()).then(|| {
        let names = keys.requires.iter().flat_map(|names| &names.0);
        quote!(&[#(#names),*])
    });
    [
        ("title", text(&keys.title)),
        ("resource", resource(input)),
        ("system_prompt", text(&keys.system_prompt)),
        ("timeout", timeout),
        ("max_output", max_output),
        ("examples", examples),
        ("requires", requires),
    ]
    .into_iter()
    .filter_map(|(field, value)| Some((name(field), value?)))
}

/// The parameter that names what a call works on; none for a field that is no parameter.
fn resource(input: &Input) -> Option<TokenStream> {
    let ident = &input.keys.resource.get()?.0;
    let mut fields = input.fields().iter();
    let field = fields.find(|field| field.ident.as_ref() == Some(ident))?;
    let serde = &field.attributes.serde;
    if serde.skips_decoding() || serde.has("flatten") {
        return None;
    }
    Some(some(field.parameter(input)?.value()))
}

fn flag(key: &Once<Flag>) -> Option<TokenStream> {
    let value = key.get()?.0;
    Some(quote!(#value))
}

fn some(value: impl ToTokens) -> TokenStream {
    quote!(::core::option::Option::Some(#value))
}

fn name(field: &str) -> Ident {
    Ident::new(field, Span::call_site())
}
