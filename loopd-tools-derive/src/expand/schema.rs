//! `impl JsonSchema` for a type that is nested in a tool.

use proc_macro2::TokenStream;
use quote::quote;

use super::mirror::{self, Contract, mirror};
use super::{original, scope, where_clause};
use crate::ast::Input;

/// What `#[derive(JsonSchema)]` writes: all that schemars writes for the mirror, handed on.
pub(crate) fn json_schema(input: &Input) -> TokenStream {
    let mirror = mirror(input, Contract::Both);
    let original = original(input);
    let ident = &input.ident;
    let (parameters, arguments, clause) = input.generics.split_for_impl();
    let this = quote!(<#ident #arguments as __schemars::JsonSchema>);
    let mut predicates = mirror::predicates(input);
    if !input.generics.params.is_empty() {
        predicates.push(quote!(#ident #arguments: __schemars::JsonSchema));
    }
    let clause = where_clause(clause, &predicates);
    scope(
        input,
        &quote! {
            #mirror
            #[automatically_derived]
            impl #parameters __schemars::JsonSchema for #original #arguments #clause {
                fn inline_schema() -> bool {
                    #this::inline_schema()
                }
                fn schema_name() -> __lt::__private::Cow<'static, str> {
                    #this::schema_name()
                }
                fn schema_id() -> __lt::__private::Cow<'static, str> {
                    #this::schema_id()
                }
                fn json_schema(
                    generator: &mut __schemars::SchemaGenerator,
                ) -> __schemars::Schema {
                    #this::json_schema(generator)
                }
                fn _schemars_private_non_optional_json_schema(
                    generator: &mut __schemars::SchemaGenerator,
                ) -> __schemars::Schema {
                    #this::_schemars_private_non_optional_json_schema(generator)
                }
                fn _schemars_private_is_option() -> bool {
                    #this::_schemars_private_is_option()
                }
            }
        },
    )
}
