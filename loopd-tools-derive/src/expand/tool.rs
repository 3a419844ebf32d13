//! `impl Tool`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;

use super::mirror::{self, Contract, mirror};
use super::own_name::{self, In};
use super::{meta, original, place, scope, where_clause};
use crate::ast::{Body, Input, Shape};
use crate::check::{Description, Tool};

/// What `#[derive(Tool)]` writes.
pub(crate) fn tool(input: &Input, tool: &Tool<'_>) -> TokenStream {
    let mirror = mirror(input, Contract::Arguments);
    let original = original(input);
    let (parameters, arguments, clause) = input.generics.split_for_impl();
    let clause = where_clause(clause, &predicates(input));
    let state = given_type(input, input.keys.state.get().map(|ty| &ty.0));
    let state = state.unwrap_or_else(|| quote!(()));
    let output = given_type(input, input.keys.output.get().map(|ty| &ty.0));
    let output = output.unwrap_or_else(|| quote!(__lt::ToolOutput));
    let name = &tool.name;
    let meta = meta::meta(input, tool);
    let schema = schema(input);
    let decode = decode(input);
    let resource = resource(input);
    let described = described(input, tool);
    scope(
        input,
        &quote! {
            #mirror
            #described
            #[automatically_derived]
            impl #parameters __lt::Tool for #original #arguments #clause {
                type State = #state;
                type Output = #output;
                const NAME: &'static str = #name;
                const META: __lt::__private::Meta = #meta;
                #schema
                #decode
                #resource
            }
        },
    )
}

/// What a generic tool asks of its parameters, said of the whole.
fn predicates(input: &Input) -> Vec<TokenStream> {
    let mut predicates = mirror::predicates(input);
    if !input.generics.params.is_empty() {
        let ident = &input.ident;
        let (_, arguments, _) = input.generics.split_for_impl();
        predicates.push(quote! {
            __Original #arguments: __lt::__private::Mirrored<#ident #arguments>
        });
    }
    predicates
}

fn given_type(input: &Input, ty: Option<&Type>) -> Option<TokenStream> {
    let ty = ty?;
    Some(own_name::replace(quote!(#ty), input, In::Type))
}

fn schema(input: &Input) -> TokenStream {
    let ident = &input.ident;
    let (_, arguments, _) = input.generics.split_for_impl();
    let schema = if input.generics.params.is_empty() {
        quote!(<#ident as __schemars::JsonSchema>::json_schema)
    } else {
        quote!(<Self as __lt::__private::Mirrored<#ident #arguments>>::schema)
    };
    quote! {
        fn __parameters(
            generator: &mut __schemars::SchemaGenerator,
        ) -> __schemars::Schema {
            #schema(generator)
        }
    }
}

fn decode(input: &Input) -> TokenStream {
    // At the struct's name: this is where rustc tells that there is no `Deserialize`.
    let span = place(&input.ident);
    let decode = if let Body::Struct(Shape::Unit) = &input.body {
        quote_spanned!(span=> __lt::__private::decode_unit)
    } else {
        quote_spanned!(span=> <Self as __lt::__private::serde::Deserialize<'__de>>::deserialize)
    };
    quote! {
        fn __decode<'__de, __D>(
            deserializer: __D,
        ) -> ::core::result::Result<
            Self,
            <__D as __lt::__private::serde::Deserializer<'__de>>::Error,
        >
        where
            __D: __lt::__private::serde::Deserializer<'__de>,
        {
            #decode(deserializer)
        }
    }
}

fn resource(input: &Input) -> Option<TokenStream> {
    let field = &input.keys.resource.get()?.0;
    let span = place(field);
    Some(quote_spanned! {span=>
        fn __resource(&self) -> ::core::option::Option<__lt::__private::String> {
            __lt::__private::Resource::resource(&self.#field)
        }
    })
}

/// Text that only the compiler can read is looked at by the compiler.
fn described(input: &Input, tool: &Tool<'_>) -> Option<TokenStream> {
    let literal = match &tool.description {
        Description::Expression(expression) => expression.literal().is_some(),
        Description::Docs(_) => input.attributes.docs.is_literal(),
    };
    if literal {
        return None;
    }
    let pieces = meta::description(tool);
    let span = place(&input.ident);
    Some(quote_spanned! {span=>
        const _: () = ::core::assert!(
            !__lt::__private::is_blank(#pieces),
            "the description is empty",
        );
    })
}
