//! The derives of loopd-tools (bootstrap: replaced by the staged derive).
use quote::quote;

/// Temporary.
#[proc_macro_derive(Tool, attributes(tool, schemars))]
pub fn tool(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input: syn::DeriveInput = match syn::parse(input) {
        Ok(i) => i,
        Err(e) => return e.into_compile_error().into(),
    };
    let name = &input.ident;
    let mut docs = Vec::new();
    let mut core = false;
    for a in &input.attrs {
        if a.path().is_ident("doc") {
            if let syn::Meta::NameValue(nv) = &a.meta {
                docs.push(nv.value.clone());
            }
        }
        if a.path().is_ident("tool") {
            core = true;
        }
    }
    let mut snake = String::new();
    for (i, c) in name.to_string().chars().enumerate() {
        if c.is_uppercase() && i > 0 {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    let syn::Data::Struct(data) = &input.data else {
        return Default::default();
    };
    let fields: Vec<_> = data
        .fields
        .iter()
        .map(|f| {
            let (i, t) = (&f.ident, &f.ty);
            let docs = f
                .attrs
                .iter()
                .filter(|a| a.path().is_ident("doc") || a.path().is_ident("serde"));
            quote!(#(#docs)* #i: #t)
        })
        .collect();
    let decode = if matches!(data.fields, syn::Fields::Unit) {
        quote!(__lt::__private::decode_unit(d))
    } else {
        quote!(__lt::__private::serde::Deserialize::deserialize(d))
    };
    quote! {
        const _: () = {
            use ::loopd_tools as __lt; use __lt::__private::schemars as __schemars;
            type __Original = #name;
            const _: () = {
                #[derive(__lt::__private::schemars::JsonSchema)] #[schemars(crate = "__schemars")]
                #[allow(dead_code)] struct #name { #(#fields),* }
                #[automatically_derived]
                impl __lt::Tool for __Original {
                    type State = (); type Output = __lt::ToolOutput;
                    const NAME: &'static str = #snake;
                    const META: __lt::__private::Meta = __lt::__private::Meta { description: &[#(#docs),*], core: #core, ..__lt::__private::Meta::NEW };
                    fn __parameters(g: &mut __schemars::SchemaGenerator) -> __schemars::Schema { <#name as __schemars::JsonSchema>::json_schema(g) }
                    fn __decode<'de, D>(d: D) -> ::core::result::Result<Self, D::Error> where D: __lt::__private::serde::Deserializer<'de> { #decode }
                }
            };
        };
    }.into()
}

/// Temporary.
#[proc_macro_derive(JsonSchema, attributes(schemars))]
pub fn json_schema(_input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    Default::default()
}
