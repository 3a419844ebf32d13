//! The mirror: a private type of the same name and the same fields, for schemars to derive from.
//!
//! So it is schemars that reads serde's attributes, not this crate. The mirror has what decides
//! how the type is read from JSON, and nothing for which schemars writes names that the user's
//! scope may give another meaning.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::Meta;

use super::own_name::{self, In};
use super::{original, pieces, place, where_clause};
use crate::ast::{Body, Field, Input, Shape, Variant};
use crate::attr::{Attributes, Item};

/// What the schema is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Contract {
    /// What is read.
    Arguments,
    /// What is read and what is written.
    Both,
}

/// serde's keys that decide how a type is read.
const READ: [&str; 15] = [
    "rename",
    "rename_all",
    "rename_all_fields",
    "deny_unknown_fields",
    "tag",
    "content",
    "untagged",
    "default",
    "skip",
    "skip_deserializing",
    "flatten",
    "transparent",
    "from",
    "try_from",
    "remote",
];

/// serde's keys that decide how a type is written.
const WRITTEN: [&str; 3] = ["into", "skip_serializing", "skip_serializing_if"];

/// The mirror and what it needs around it.
pub(super) fn mirror(input: &Input, contract: Contract) -> TokenStream {
    let writer = Writer { input, contract };
    let (ident, generics) = (&input.ident, &input.generics);
    let attributes = writer.container();
    let clause = where_clause(generics.where_clause.as_ref(), &predicates(input));
    let body = match &input.body {
        Body::Struct(Shape::Tuple(fields)) => {
            let fields = fields.iter().map(|field| writer.field(field));
            quote!(struct #ident #generics (#(#fields),*) #clause;)
        }
        // serde reads a unit struct from `null`, but arguments are an object.
        Body::Struct(Shape::Unit) if contract == Contract::Both => {
            quote!(struct #ident #generics #clause;)
        }
        Body::Struct(shape) => {
            let fields = shape.fields().iter().map(|field| writer.field(field));
            quote!(struct #ident #generics #clause { #(#fields),* })
        }
        Body::Enum(variants) => {
            let variants = variants.iter().map(|variant| writer.variant(variant));
            quote!(enum #ident #generics #clause { #(#variants),* })
        }
        Body::Union(_) => TokenStream::new(),
    };
    let names = writer.names();
    quote! {
        #names
        #[derive(__lt::__private::schemars::JsonSchema)]
        #[schemars(crate = "__schemars")]
        #attributes
        #body
    }
}

/// What must hold for the mirror to have a schema, beyond the user's own where clause: schemars
/// writes the default values, and asks for no `Default`.
pub(super) fn predicates(input: &Input) -> Vec<TokenStream> {
    if input.generics.params.is_empty() {
        return Vec::new();
    }
    let bare = |attributes: &Attributes| {
        matches!(attributes.serde.get("default"), Some(Meta::Path(_)))
            && !attributes.serde.skips_decoding()
    };
    let mut predicates: Vec<TokenStream> = input
        .fields()
        .iter()
        .chain(
            input
                .variants()
                .iter()
                .flat_map(|variant| variant.shape.fields()),
        )
        .filter(|field| bare(&field.attributes))
        .map(|field| {
            let ty = &field.ty;
            quote!(#ty: ::core::default::Default)
        })
        .collect();
    if bare(&input.attributes) {
        let (_, arguments, _) = input.generics.split_for_impl();
        predicates.push(quote!(__Original #arguments: ::core::default::Default));
    }
    predicates
}

struct Writer<'a> {
    input: &'a Input,
    contract: Contract,
}

impl Writer<'_> {
    /// schemars writes a bare `Some` and `None` for default values: the user's own are kept away.
    fn names(&self) -> TokenStream {
        let mut names = TokenStream::new();
        let input = self.input;
        let fields = || {
            let of_variants = input
                .variants()
                .iter()
                .flat_map(|variant| variant.shape.fields());
            input.fields().iter().chain(of_variants)
        };
        let has = |key| {
            input.attributes.serde.has(key) || fields().any(|field| field.attributes.serde.has(key))
        };
        if has("default") {
            // A function has a name among the values alone: a type of that name stays the user's.
            names.extend(quote! {
                fn Some<T>(value: T) -> ::core::option::Option<T> {
                    ::core::option::Option::Some(value)
                }
            });
            if self.contract == Contract::Both
                && has("skip_serializing_if")
                && !fields().any(|field| mentions(field.ty.to_token_stream(), "None"))
            {
                names.extend(quote!(
                    use ::core::option::Option::None;
                ));
            }
        }
        names
    }

    fn container(&self) -> TokenStream {
        let attributes = &self.input.attributes;
        let (_, arguments, _) = self.input.generics.split_for_impl();
        let original = original(self.input);
        let serde = self.serde(attributes, || Some(quote!(#original #arguments)));
        let span = place(&self.input.ident);
        let mut schemars = self.schemars(attributes);
        // The description of a tool stands beside its parameters, not in them.
        if self.contract == Contract::Both {
            schemars.extend(description(attributes, span));
        }
        written(attributes, &serde, &schemars, span)
    }

    fn field(&self, field: &Field) -> TokenStream {
        let (ident, ty) = (&field.ident, &field.ty);
        // At the type, so that this is where rustc tells that it has no schema.
        let span = place(ty);
        let serde = self.serde(&field.attributes, || {
            let tokens = ty.to_token_stream();
            let own = own_name::occurs(tokens.clone(), self.input);
            own.then(|| own_name::replace(tokens, self.input, In::Type))
        });
        let schemars = self.part(&field.attributes, span);
        let attributes = written(&field.attributes, &serde, &schemars, span);
        let colon = ident.as_ref().map(|_| quote!(:));
        quote!(#attributes #ident #colon #ty)
    }

    fn variant(&self, variant: &Variant) -> TokenStream {
        let ident = &variant.ident;
        let attributes = &variant.attributes;
        let span = place(ident);
        let mut schemars = self.part(attributes, span);
        let untagged =
            self.input.attributes.serde.has("untagged") || attributes.serde.has("untagged");
        if untagged && !matches!(variant.shape, Shape::Unit) {
            let name = ident.to_string();
            schemars.push(quote!(extend("x-loopd-variant" = #name)));
        }
        let serde = self.serde(attributes, || None);
        let attributes = written(attributes, &serde, &schemars, span);
        let fields = variant.shape.fields().iter().map(|field| self.field(field));
        match &variant.shape {
            Shape::Named(_) => quote!(#attributes #ident { #(#fields),* }),
            Shape::Tuple(_) => quote!(#attributes #ident (#(#fields),*)),
            Shape::Unit => quote!(#attributes #ident),
        }
    }

    fn part(&self, attributes: &Attributes, span: Span) -> Vec<TokenStream> {
        let mut schemars = self.schemars(attributes);
        schemars.extend(description(attributes, span));
        let aliases = attributes.serde.aliases();
        if !aliases.is_empty() {
            schemars.push(quote!(extend("x-loopd-aliases" = [#(#aliases),*])));
        }
        schemars
    }

    /// A bare `default` is taken from the user's type, where the mirror's is not the same: `of`
    /// gives that type.
    fn serde(
        &self,
        attributes: &Attributes,
        of: impl FnOnce() -> Option<TokenStream>,
    ) -> Vec<TokenStream> {
        let kept = |item: &&Meta| {
            let written: &[&str] = match self.contract {
                Contract::Arguments => &[],
                Contract::Both => &WRITTEN,
            };
            let mut keys = READ.iter().chain(written);
            keys.any(|key| item.path().is_ident(key))
        };
        let items = attributes.serde.items().iter().filter(kept);
        let mut items: Vec<TokenStream> = items.map(|item| self.own_name(item)).collect();
        if let Some(place) = items.iter().position(|item| is_path(item, "default"))
            && let Some(ty) = of()
        {
            let path = quote!(<#ty as ::core::default::Default>::default).to_string();
            items[place] = quote!(default = #path);
        }
        items
    }

    /// All but `crate`, which is said above.
    fn schemars(&self, attributes: &Attributes) -> Vec<TokenStream> {
        attributes
            .schemars
            .items()
            .iter()
            .filter(|item| !item.path().is_ident("crate"))
            .map(|item| match item {
                // The name of a schema is no reference to the type, and a type in quotes may be
                // the mirror.
                Item::Set(meta)
                    if meta.path().is_ident("rename") || meta.path().is_ident("with") =>
                {
                    meta.to_token_stream()
                }
                item => self.own_name(item),
            })
            .collect()
    }

    fn own_name(&self, item: &impl ToTokens) -> TokenStream {
        own_name::replace(item.to_token_stream(), self.input, In::Expression)
    }
}

/// The attributes of a mirror's part, all at one place.
fn written(
    attributes: &Attributes,
    serde: &[TokenStream],
    schemars: &[TokenStream],
    span: Span,
) -> TokenStream {
    let mut tokens = TokenStream::new();
    if !serde.is_empty() {
        tokens.extend(quote_spanned!(span=> #[serde(#(#serde),*)]));
    }
    if !schemars.is_empty() {
        tokens.extend(quote_spanned!(span=> #[schemars(#(#schemars),*)]));
    }
    for meta in &attributes.validation {
        tokens.extend(quote_spanned!(span=> #[#meta]));
    }
    if attributes.deprecated {
        tokens.extend(quote_spanned!(span=> #[deprecated]));
    }
    tokens
}

/// The documentation, unless schemars is told a description of its own.
fn description(attributes: &Attributes, span: Span) -> Option<TokenStream> {
    if attributes.docs.is_blank() || attributes.schemars.has("description") {
        return None;
    }
    // No array: schemars' parser knows none unless another crate asks it to.
    let pieces = pieces(attributes.docs.pieces());
    Some(quote_spanned! {span=>
        description = __lt::__private::doc(&__lt::__private::vec![#pieces])
    })
}

fn is_path(item: &TokenStream, key: &str) -> bool {
    let mut tokens = item.clone().into_iter();
    matches!((tokens.next(), tokens.next()), (Some(TokenTree::Ident(ident)), None) if ident == key)
}

fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Ident(ident) => ident == name,
        _ => false,
    })
}
