//! What the derives write beside the mistakes: an impl that compiles, so that nothing that uses
//! the type is told wrong as well.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::Input;
use crate::crate_path::crate_path;

/// An impl of `Tool` that needs nothing of the type and its fields.
pub(crate) fn tool(input: &Input) -> TokenStream {
    let krate = crate_path(input.keys.krate.get().map(|path| &path.0));
    let ident = &input.ident;
    let (parameters, arguments, clause) = input.generics.split_for_impl();
    let clause = more(input, clause, &quote!(::core::marker::Send));
    // What the user did say right is used in `run`.
    let state = input.keys.state.get().map(|ty| &ty.0);
    let state = state.map_or_else(|| quote!(()), |ty| quote!(#ty));
    let output = input.keys.output.get().map(|ty| &ty.0);
    let output = output.map_or_else(|| quote!(__lt::ToolOutput), |ty| quote!(#ty));
    quote! {
        #[allow(deprecated, unused_qualifications)]
        const _: () = {
            use #krate as __lt;
            #[automatically_derived]
            impl #parameters __lt::Tool for #ident #arguments #clause {
                type State = #state;
                type Output = #output;
                const NAME: &'static str = "";
                const META: __lt::__private::Meta = __lt::__private::Meta::NEW;
                fn __parameters(
                    _: &mut __lt::__private::schemars::SchemaGenerator,
                ) -> __lt::__private::schemars::Schema {
                    ::core::default::Default::default()
                }
                fn __decode<'__de, __D>(
                    _: __D,
                ) -> ::core::result::Result<
                    Self,
                    <__D as __lt::__private::serde::Deserializer<'__de>>::Error,
                >
                where
                    __D: __lt::__private::serde::Deserializer<'__de>,
                {
                    ::core::result::Result::Err(__lt::__private::serde::de::Error::custom(""))
                }
            }
        };
    }
}

/// An impl of `JsonSchema` that needs nothing of the type and its fields.
pub(crate) fn json_schema(input: &Input) -> TokenStream {
    let krate = crate_path(input.keys.krate.get().map(|path| &path.0));
    let ident = &input.ident;
    let (parameters, arguments, clause) = input.generics.split_for_impl();
    quote! {
        #[allow(deprecated, unused_qualifications)]
        const _: () = {
            use #krate as __lt;
            use __lt::__private::schemars as __schemars;
            #[automatically_derived]
            impl #parameters __schemars::JsonSchema for #ident #arguments #clause {
                fn schema_name() -> __lt::__private::Cow<'static, str> {
                    __lt::__private::Cow::Borrowed("")
                }
                fn json_schema(_: &mut __schemars::SchemaGenerator) -> __schemars::Schema {
                    ::core::default::Default::default()
                }
            }
        };
    }
}

/// The where clause with one more bound on the type itself, which a type with parameters needs.
fn more(
    input: &Input,
    clause: Option<&syn::WhereClause>,
    bound: &TokenStream,
) -> Option<TokenStream> {
    let predicates = clause.into_iter().flat_map(|clause| &clause.predicates);
    let ident = &input.ident;
    let (_, arguments, _) = input.generics.split_for_impl();
    let own = (!input.generics.params.is_empty()).then(|| quote!(#ident #arguments: #bound));
    let own = own.into_iter();
    (clause.is_some() || own.len() > 0).then(|| quote!(where #(#predicates,)* #(#own)*))
}
