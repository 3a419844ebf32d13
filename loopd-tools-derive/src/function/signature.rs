//! The function as the user wrote it. Read by hand: syn's own reader of functions would double
//! what every user of the derive builds.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{
    Attribute, GenericArgument, Generics, PathArguments, Token, Type, Visibility, parenthesized,
};

use super::Owned;
use crate::attr::Parts;
use crate::errors::Errors;

/// A function under `#[tool]`.
pub(crate) struct Function {
    pub(crate) parts: Parts,
    pub(crate) visibility: Visibility,
    /// `async`, `const` and what else stands before `fn`.
    pub(crate) qualifiers: Vec<Ident>,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// All parameters, the context among them.
    pub(crate) parameters: Vec<Parameter>,
    /// The type behind the arrow.
    pub(crate) output: Option<Type>,
    /// The body, braces and all.
    pub(crate) body: TokenStream,
}

/// One parameter of the function.
pub(crate) struct Parameter {
    pub(crate) parts: Parts,
    pub(crate) mutable: Option<Token![mut]>,
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
}

/// Reads a function.
pub(super) fn parse(input: ParseStream<'_>) -> syn::Result<Function> {
    let attributes = input.call(Attribute::parse_outer)?;
    let visibility = input.parse()?;
    let qualifiers = qualifiers(input)?;
    input.parse::<Token![fn]>()?;
    let ident = input.parse()?;
    let mut generics: Generics = input.parse()?;
    let inner;
    parenthesized!(inner in input);
    let parameters = inner.parse_terminated(parameter, Token![,])?;
    let output = match input.parse::<Option<Token![->]>>()? {
        Some(_) => Some(input.parse()?),
        None => None,
    };
    generics.where_clause = input.parse()?;
    Ok(Function {
        parts: Parts::of(attributes),
        visibility,
        qualifiers,
        ident,
        generics,
        parameters: parameters.into_iter().collect(),
        output,
        body: input.parse()?,
    })
}

/// What stands before `fn`; anything but a function is told here, with where its attribute goes.
fn qualifiers(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let mut qualifiers = Vec::new();
    while !input.peek(Token![fn]) {
        let word = input.call(Ident::parse_any).map_err(|error| {
            syn::Error::new(error.span(), "`#[tool]` goes on a function with a name")
        })?;
        let message = match word.to_string().as_str() {
            "async" | "const" => {
                qualifiers.push(word);
                continue;
            }
            "struct" | "enum" | "union" => {
                "`#[tool(..)]` on a type goes below `#[derive(Tool)]`; without the derive it goes \
                 on a function"
            }
            "unsafe" => "a tool can't be `unsafe`: whatever fits its schema may be sent",
            "extern" => "a tool has no calling convention: a model calls it",
            _ => "`#[tool]` goes on a function",
        };
        return Err(syn::Error::new(word.span(), message));
    }
    Ok(qualifiers)
}

fn parameter(input: ParseStream<'_>) -> syn::Result<Parameter> {
    let parts = Parts::of(input.call(Attribute::parse_outer)?);
    if input.peek(Token![self]) || input.peek(Token![&]) {
        return Err(input
            .error("a tool is a function of its own: take what it needs as `Context<'_, State>`"));
    }
    let mutable: Option<Token![mut]> = input.parse()?;
    if mutable.is_some() && input.peek(Token![self]) {
        return Err(input
            .error("a tool is a function of its own: take what it needs as `Context<'_, State>`"));
    }
    if !(input.peek(syn::Ident) && input.peek2(Token![:]) && !input.peek2(Token![::])) {
        return Err(input.error("expected a name: a parameter is a key of the arguments"));
    }
    let ident = input.parse()?;
    input.parse::<Token![:]>()?;
    Ok(Parameter {
        parts,
        mutable,
        ident,
        ty: input.parse()?,
    })
}

impl Function {
    /// The parameter that is the context: the first one, if its type is a path with a lifetime.
    /// What is decoded owns its data, so no argument has such a type.
    pub(crate) fn context(&self) -> Option<&Parameter> {
        self.parameters
            .first()
            .filter(|first| lifetime_and_type(&first.ty).is_some())
    }

    /// The state that the context is asked for; none if it says nothing of one.
    pub(crate) fn state(&self) -> Option<&Type> {
        lifetime_and_type(&self.context()?.ty)?
    }

    /// The parameters that are keys of the arguments.
    pub(crate) fn arguments(&self) -> &[Parameter] {
        match self.context() {
            Some(_) => &self.parameters[1..],
            None => &self.parameters,
        }
    }

    /// Whether the function gives a future.
    pub(crate) fn is_async(&self) -> bool {
        self.qualifiers.iter().any(|word| word == "async")
    }

    /// Gathers what is wrong with the parameters.
    pub(super) fn checked(self, errors: &mut Errors) -> Self {
        for parameter in self.arguments() {
            if hides_a_lifetime(&parameter.ty) {
                errors.at(
                    &parameter.ty,
                    "the context is the first parameter, with its lifetime: `Context<'_>`",
                );
            } else if let Err(error) = Owned::of(&parameter.ty) {
                errors.push(error);
            }
        }
        self
    }
}

/// The type argument behind a path's lifetime; none of none if there is no lifetime. `Option` has
/// no lifetime of its own, whatever stands in it.
#[expect(
    clippy::option_option,
    reason = "a context without a state is no other parameter"
)]
fn lifetime_and_type(ty: &Type) -> Option<Option<&Type>> {
    let Type::Path(path) = ty else {
        return None;
    };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    let mut arguments = arguments.args.iter();
    let GenericArgument::Lifetime(_) = arguments.next()? else {
        return None;
    };
    Some(arguments.find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }))
}

/// Whether this is a context that is not written as one. By its name, and for the words alone:
/// rustc would speak of `Deserialize`.
fn hides_a_lifetime(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == "Context")
}

/// Whether a token stream holds this name.
pub(crate) fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
