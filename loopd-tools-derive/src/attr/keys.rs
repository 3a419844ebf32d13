//! The keys of `#[tool(..)]`: one table, a line a key.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Meta, Token};

use super::named;
use super::value::{
    Bytes, Capabilities, CratePath, Duration, Example, Field, Flag, Many, Name, Once, Text, Type,
};
use crate::errors::Errors;

/// The struct of the keys, their reading by name, and the list of their words.
macro_rules! keys {
    (
        $($(#[doc = $doc:literal])* $word:literal $field:ident: $slot:ty,)*
        hidden: $($(#[doc = $hidden_doc:literal])* $hidden_word:literal $hidden:ident: $hidden_slot:ty,)*
    ) => {
        /// What the `#[tool(..)]` of a container say.
        #[derive(Default)]
        pub(crate) struct Keys {
            $($(#[doc = $doc])* pub(crate) $field: $slot,)*
            $($(#[doc = $hidden_doc])* pub(crate) $hidden: $hidden_slot,)*
        }

        /// What an unknown key is answered with.
        const WORDS: &[&str] = &[$($word),*];

        impl Keys {
            fn value(&mut self, key: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
                match key.to_string().as_str() {
                    $($word => self.$field.read(key, input),)*
                    $($hidden_word => self.$hidden.read(key, input),)*
                    _ => Err(unknown(key)),
                }
            }
        }
    };
}

keys! {
    /// The name that a model calls the tool by.
    "name" name: Once<Name>,
    /// The name for people.
    "title" title: Once<Text>,
    /// The description, in place of the doc comment.
    "description" description: Once<Text>,
    /// The schema is in every request.
    "core" core: Once<Flag>,
    /// Hint: changes nothing.
    "read_only" read_only: Once<Flag>,
    /// Hint: may destroy something.
    "destructive" destructive: Once<Flag>,
    /// Hint: the same call again changes nothing more.
    "idempotent" idempotent: Once<Flag>,
    /// Hint: reaches things outside the host.
    "open_world" open_world: Once<Flag>,
    /// Calls may overlap.
    "concurrent" concurrent: Once<Flag>,
    /// Results are never trimmed from the conversation.
    "pinned" pinned: Once<Flag>,
    /// Results come from outside.
    "untrusted" untrusted: Once<Flag>,
    /// Calls become no memory entries.
    "unrecorded" unrecorded: Once<Flag>,
    /// Keys that the struct does not have are allowed.
    "allow_unknown" allow_unknown: Once<Flag>,
    /// Arguments are never repaired.
    "exact" exact: Once<Flag>,
    /// The body blocks its thread.
    "blocking" blocking: Once<Flag>,
    /// What all calls share.
    "state" state: Once<Type>,
    /// What `run` gives.
    "output" output: Once<Type>,
    /// The field that names what a call works on.
    "resource" resource: Once<Field>,
    /// The capabilities that every call needs.
    "requires" requires: Many<Capabilities>,
    /// How long a call may take.
    "timeout" timeout: Once<Duration>,
    /// How many bytes a result may have.
    "max_output" max_output: Once<Bytes>,
    /// Arguments that show how the tool is called.
    "example" examples: Many<Example>,
    /// What the system prompt says of the tool.
    "system_prompt" system_prompt: Once<Text>,
    /// Where the runtime crate is.
    "crate" krate: Once<CratePath>,
    hidden:
    /// The tool may have one of the two names that a host answers itself.
    "reserved" reserved: Once<Flag>,
}

impl Keys {
    /// What `#[tool(arguments)]` and the `#[tool(..)]` among `more` say, without their mistakes.
    pub(crate) fn of_function(arguments: &TokenStream, more: &[Attribute]) -> Self {
        let mut keys = Self::default();
        // Only what was read counts here; the derive tells what was not.
        let mut untold = Errors::default();
        keys.read_items(arguments.clone(), &mut untold);
        for meta in named(more, "tool") {
            keys.read(meta, &mut untold);
        }
        keys
    }

    /// Reads one attribute, and goes on behind what it can't read.
    pub(super) fn read(&mut self, meta: &Meta, errors: &mut Errors) {
        let Meta::List(list) = meta else {
            errors.at(meta, "expected `#[tool(key, ..)]`");
            return;
        };
        self.read_items(list.tokens.clone(), errors);
    }

    fn read_items(&mut self, tokens: TokenStream, errors: &mut Errors) {
        let items = |input: ParseStream<'_>| {
            while !input.is_empty() {
                if let Err(error) = self.item(input) {
                    errors.push(error);
                    skip_item(input)?;
                }
                input.parse::<Option<Token![,]>>()?;
            }
            Ok(())
        };
        if let Err(error) = items.parse2(tokens) {
            errors.push(error);
        }
    }

    fn item(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let key = input
            .call(Ident::parse_any)
            .map_err(|error| syn::Error::new(error.span(), "expected a key"))?;
        self.value(&key, input)?;
        if input.is_empty() || input.peek(Token![,]) {
            Ok(())
        } else {
            Err(input.error("expected `,`"))
        }
    }
}

fn skip_item(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

fn unknown(key: &Ident) -> syn::Error {
    let words: Vec<String> = WORDS.iter().map(|word| format!("`{word}`")).collect();
    syn::Error::new(
        key.span(),
        format!("unknown key `{key}`; the keys are {}", words.join(", ")),
    )
}
