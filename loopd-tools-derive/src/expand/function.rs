//! What `#[tool]` writes beside a function: the struct for the derive, and its `Run`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericParam, Generics};

use crate::attr::Keys;
use crate::crate_path::crate_path;
use crate::function::{ArgumentList, Form, Function, Line, Owned, Parameter, Passed, mentions};

/// The function, the struct, and the `Run` that calls the function.
pub(crate) fn tool(
    function: &Function,
    arguments: &TokenStream,
    keys: &Keys,
    documentation: &[Line],
    list: &ArgumentList,
) -> TokenStream {
    let alone = alone(function);
    let structure = structure(function, arguments, keys, documentation, list);
    let run = run(function, keys);
    quote! {
        #alone
        #structure
        #run
    }
}

/// The function as the user wrote it, without what is for the struct.
pub(crate) fn alone(function: &Function) -> TokenStream {
    let Function {
        parts,
        visibility,
        qualifiers,
        ident,
        generics,
        parameters,
        output,
        body,
    } = function;
    let (docs, shared, kept) = (&parts.docs, &parts.shared, &parts.kept);
    let parameters = parameters.iter().map(|parameter| {
        let Parameter {
            parts,
            mutable,
            ident,
            ty,
        } = parameter;
        let (shared, kept) = (&parts.shared, &parts.kept);
        quote!(#(#shared)* #(#kept)* #mutable #ident: #ty)
    });
    let output = output.iter();
    let clause = &generics.where_clause;
    quote! {
        #(#docs)* #(#shared)* #(#kept)*
        #visibility #(#qualifiers)* fn #ident #generics (#(#parameters),*) #(-> #output)*
        #clause
        #body
    }
}

fn structure(
    function: &Function,
    arguments: &TokenStream,
    keys: &Keys,
    documentation: &[Line],
    list: &ArgumentList,
) -> TokenStream {
    let krate = crate_path(keys.krate.get().map(|path| &path.0));
    let (visibility, ident) = (&function.visibility, &function.ident);
    let docs = documentation.iter().map(|line| match line {
        Line::Text(text, span) => {
            let text = syn::LitStr::new(text, *span);
            quote!(#[doc = #text])
        }
        Line::Other(attribute) => attribute.to_token_stream(),
    });
    let said = said(function, keys);
    let (generated, shared) = (&function.parts.generated, &function.parts.shared);
    let generics = owned_generics(&function.generics);
    let clause = &generics.where_clause;
    let fields = function
        .arguments()
        .iter()
        .map(|parameter| field(parameter, list));
    // serde writes its own name unless it is told another: the user's crate need not have one.
    let serde = quote!(#krate::__private::serde)
        .to_string()
        .replace(' ', "");
    let serde = (!serde.starts_with('$')).then(|| quote!(#[serde(crate = #serde)]));
    quote! {
        #(#docs)* #(#shared)*
        #[derive(#krate::Tool, #krate::__private::serde::Deserialize)]
        #serde
        #[tool(#arguments)]
        #(#generated)*
        #[tool(#said)]
        #[allow(non_camel_case_types)]
        #visibility struct #ident #generics #clause { #(#fields),* }
    }
}

/// The keys that follow from the function, where the user does not say them.
fn said(function: &Function, keys: &Keys) -> TokenStream {
    let krate = crate_path(keys.krate.get().map(|path| &path.0));
    let mut said = TokenStream::new();
    if keys.name.get().is_none() {
        let name = syn::ext::IdentExt::unraw(&function.ident).to_string();
        let name = syn::LitStr::new(&name, function.ident.span());
        said.extend(quote!(name = #name,));
    }
    if let (None, Some(state)) = (keys.state.get(), function.state()) {
        said.extend(quote!(state = #state,));
    }
    if keys.output.get().is_none() {
        let output = output(function);
        let span = located(&output);
        said.extend(quote_spanned!(span=> output = <#output as #krate::IntoResult>::Output,));
    }
    said
}

fn output(function: &Function) -> TokenStream {
    function
        .output
        .as_ref()
        .map_or_else(|| quote!(()), ToTokens::to_token_stream)
}

fn field(parameter: &Parameter, list: &ArgumentList) -> TokenStream {
    let Parameter {
        parts, ident, ty, ..
    } = parameter;
    let (docs, shared, generated) = (&parts.docs, &parts.shared, &parts.generated);
    let listed = docs.is_empty().then(|| list.of(ident)).flatten();
    let listed = listed.map(|text| quote!(#[doc = #text]));
    let ty = owned(ty);
    quote!(#(#docs)* #listed #(#shared)* #(#generated)* #ident: #ty)
}

/// The owned form of a parameter's type.
fn owned(ty: &syn::Type) -> TokenStream {
    // A type that has none was told, and nothing is written for it.
    let Ok(owned) = Owned::of(ty) else {
        return TokenStream::new();
    };
    let span = located(ty);
    match owned.form {
        Form::Itself(ty) => ty.to_token_stream(),
        Form::Text => quote_spanned!(span=> ::std::string::String),
        Form::Path => quote_spanned!(span=> ::std::path::PathBuf),
        Form::List(item) => quote_spanned!(span=> ::std::vec::Vec<#item>),
        Form::OptionalText => {
            quote_spanned!(span=> ::core::option::Option<::std::string::String>)
        }
        Form::OptionalPath => {
            quote_spanned!(span=> ::core::option::Option<::std::path::PathBuf>)
        }
        Form::OptionalList(item) => {
            quote_spanned!(span=> ::core::option::Option<::std::vec::Vec<#item>>)
        }
    }
}

fn run(function: &Function, keys: &Keys) -> TokenStream {
    let krate = crate_path(keys.krate.get().map(|path| &path.0));
    let ident = &function.ident;
    let shared = &function.parts.shared;
    let generics = owned_generics(&function.generics);
    let (parameters, arguments, _) = generics.split_for_impl();
    let given = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let state = match (keys.state.get(), function.state()) {
        (Some(state), _) => state.0.to_token_stream(),
        (None, Some(state)) => state.to_token_stream(),
        (None, None) => quote!(()),
    };
    let output = if let Some(output) = keys.output.get() {
        output.0.to_token_stream()
    } else {
        let output = output(function);
        quote!(<#output as #krate::IntoResult>::Output)
    };
    // For a type with parameters, what the derive's impl asks for is asked for here as well.
    let own = (!generics.params.is_empty())
        .then(|| quote!(Self: #krate::Tool<State = #state, Output = #output>));
    let clause = quote!(where #(#given,)* #own);
    let names = function
        .arguments()
        .iter()
        .map(|parameter| &parameter.ident);
    let cx = Ident::new("__cx", Span::mixed_site());
    let passed = function
        .context()
        .map(|_| cx.to_token_stream())
        .into_iter()
        .chain(function.arguments().iter().map(passed));
    let awaited = function.is_async().then(|| quote!(.await));
    quote! {
        #(#shared)*
        #[automatically_derived]
        #[allow(deprecated)]
        impl #parameters #krate::Run for #ident #arguments #clause {
            async fn run(
                self,
                #cx: #krate::Context<'_, #state>,
            ) -> ::core::result::Result<#output, #krate::ToolError> {
                let _ = #cx;
                let Self { #(#names),* } = self;
                #krate::IntoResult::into_result(#ident(#(#passed),*) #awaited)
            }
        }
    }
}

fn passed(parameter: &Parameter) -> TokenStream {
    let ident = &parameter.ident;
    match Owned::of(&parameter.ty).map(|owned| owned.passed) {
        Ok(Passed::Borrowed) => quote!(&#ident),
        Ok(Passed::Deref) => quote!(#ident.as_deref()),
        Ok(Passed::Moved) | Err(_) => quote!(#ident),
    }
}

/// The function's parameters that the struct has as well: all but the lifetimes, which are of
/// references that the struct owns.
fn owned_generics(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    let mut lifetimes = Vec::new();
    generics.params = generics
        .params
        .into_iter()
        .filter(|parameter| match parameter {
            GenericParam::Lifetime(parameter) => {
                lifetimes.push(parameter.lifetime.ident.clone());
                false
            }
            _ => true,
        })
        .collect();
    if let Some(clause) = &mut generics.where_clause {
        clause.predicates = clause
            .predicates
            .iter()
            .filter(|predicate| {
                !lifetimes
                    .iter()
                    .any(|lifetime| mentions(predicate.to_token_stream(), lifetime))
            })
            .cloned()
            .collect();
    }
    if generics.params.is_empty() {
        generics.lt_token = None;
        generics.gt_token = None;
    }
    generics
}

fn located(tokens: &impl ToTokens) -> Span {
    let span = syn::spanned::Spanned::span(tokens);
    Span::call_site().located_at(span)
}
