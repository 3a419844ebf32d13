//! The names of fields, with serde's own code as the oracle.

use proc_macro2::{Ident, Span};
use proptest::prelude::*;
use quote::quote;
use serde_derive_internals::{Ctxt, Derive, ast};

use crate::case;

const RULES: [&str; 8] = [
    "lowercase",
    "UPPERCASE",
    "PascalCase",
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "SCREAMING-KEBAB-CASE",
];

/// The name that serde's derive gives the field.
fn by_serde(field: &Ident, rule: Option<&str>) -> String {
    let rule = rule.map(|rule| quote!(#[serde(rename_all = #rule)]));
    let item = syn::parse2(quote!(#rule struct Thing { #field: u8 })).unwrap();
    let context = Ctxt::new();
    let private = Ident::new("private", Span::call_site());
    let container = ast::Container::from_ast(&context, &item, Derive::Deserialize, &private);
    context.check().unwrap();
    let name = match container.unwrap().data {
        ast::Data::Struct(_, fields) => fields[0].attrs.name().deserialize_name().value.clone(),
        ast::Data::Enum(_) => panic!("a struct is a struct"),
    };
    name
}

proptest! {
    #[test]
    fn fields_are_named_as_serde_names_them(
        field in "[a-zA-Zé_][a-zA-Z0-9_é]{0,12}",
        raw in any::<bool>(),
        rule in proptest::option::of(proptest::sample::select(&RULES[..])),
    ) {
        let raw = if raw && field != "_" { "r#" } else { "" };
        let Ok(field) = syn::parse_str::<Ident>(&format!("{raw}{field}")) else {
            return Ok(());
        };
        // serde's own derive panics where nothing or no ASCII letter is left to be the first.
        let rest = field.to_string();
        prop_assume!(rest.trim_start_matches("r#").trim_start_matches('_').starts_with(|first: char| first.is_ascii()));
        prop_assert_eq!(case::field_name(&field, rule), by_serde(&field, rule));
    }

    #[test]
    fn names_are_what_the_grammar_says(name in any::<String>(), plain in "[a-zA-Z_][a-zA-Z0-9_-]{0,70}") {
        prop_assert_eq!(case::is_name(&plain), plain.len() <= 64);
        let mut characters = name.chars();
        let expected = characters.next().is_some_and(|first| first == '_' || first.is_ascii_alphabetic())
            && characters.all(|rest| rest == '_' || rest == '-' || rest.is_ascii_alphanumeric())
            && name.chars().count() <= 64;
        prop_assert_eq!(case::is_name(&name), expected);
    }
}
