//! Nothing that a user can write makes the derives panic, and all that they write is Rust.

use proc_macro2::TokenStream;
use proptest::prelude::*;

use super::printed;
use crate::derive;

/// Tokens that mean something to the derives, and some that do not.
const WORDS: &[&str] = &[
    "name",
    "title",
    "description",
    "core",
    "read_only",
    "destructive",
    "state",
    "output",
    "resource",
    "requires",
    "timeout",
    "max_output",
    "example",
    "crate",
    "reserved",
    "tool",
    "serde",
    "schemars",
    "doc",
    "validate",
    "deprecated",
    "rename",
    "rename_all",
    "default",
    "alias",
    "with",
    "deserialize_with",
    "flatten",
    "tag",
    "untagged",
    "skip",
    "transparent",
    "other",
    "extend",
    "deserialize",
    "serialize",
    "schema_with",
    "Option",
    "String",
    "Vec",
    "Thing",
    "r#type",
    "self",
    "Self",
    "super",
    "_",
    "'a",
    "'static",
    "&",
    "!",
    "=",
    ",",
    ";",
    "::",
    "<",
    ">",
    ".",
    "..",
    "#",
    "$",
    "?",
    "-",
    "1",
    "1.5",
    "0",
    "true",
    "false",
    "'x'",
    "b\"x\"",
    "\"\"",
    "\"text\"",
    "\"Thing::of\"",
    "\"30s\"",
    "\"64KiB\"",
    "\"999999999999999999999EiB\"",
    "\"18446744073709551615y\"",
    "r#\"{\"a\":1}\"#",
    "\"{\"",
    "\"camelCase\"",
    "\"SCREAMING-KEBAB-CASE\"",
    "\"ünï\\u{0}\"",
    "include_str!(\"x\")",
    "concat!(\"a\", 1)",
    "fn",
    "dyn",
    "impl",
    "mut",
    "where",
    "struct",
];

fn soup(length: usize) -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        8 => proptest::sample::select(WORDS).prop_map(str::to_owned),
        1 => "[a-zA-Z_]{1,70}",
        1 => any::<String>().prop_map(|text| format!("{text:?}")),
    ];
    let tree = leaf.prop_recursive(3, 24, 6, |inner| {
        (proptest::collection::vec(inner, 0..6), 0..3_u8).prop_map(|(inner, kind)| {
            let inner = inner.join(" ");
            match kind {
                0 => format!("({inner})"),
                1 => format!("[{inner}]"),
                _ => format!("{{{inner}}}"),
            }
        })
    });
    proptest::collection::vec(tree, 0..length).prop_map(|tokens| tokens.join(" "))
}

/// Attributes whose insides are soup.
fn attributes() -> impl Strategy<Value = String> {
    let attribute = (
        proptest::sample::select(
            &["tool", "serde", "schemars", "doc", "validate", "deprecated"][..],
        ),
        0..3_u8,
        soup(8),
    );
    let attribute = attribute.prop_map(|(name, form, inner)| match form {
        0 => format!("#[{name}]"),
        1 => format!("#[{name} = {inner}]"),
        _ => format!("#[{name}({inner})]"),
    });
    proptest::collection::vec(attribute, 0..4).prop_map(|attributes| attributes.join("\n"))
}

fn field() -> impl Strategy<Value = String> {
    let ty = prop_oneof![
        Just("String".to_owned()),
        Just("Option<&'a [Thing]>".to_owned()),
        Just("[u8; { 1 + 1 }]".to_owned()),
        Just("<Thing as std::ops::Deref>::Target".to_owned()),
        Just("some!(thing)".to_owned()),
        soup(4),
    ];
    (attributes(), "[a-z_]{0,6}", ty).prop_map(|(attributes, name, ty)| {
        let name = if name.is_empty() || name == "_" {
            "ünder"
        } else {
            &name
        };
        format!("{attributes} {name}: {ty},")
    })
}

/// Items that have the shape of what a derive is given.
fn item() -> impl Strategy<Value = String> {
    let fields = proptest::collection::vec(field(), 0..4).prop_map(|fields| fields.join("\n"));
    let generics = proptest::sample::select(
        &[
            "",
            "<T>",
            "<'a>",
            "<'a, T: 'a + Clone = u8, const N: usize>",
        ][..],
    );
    (attributes(), generics, fields, attributes(), 0..6_u8).prop_map(
        |(attributes, generics, fields, inner, kind)| match kind {
            0 => format!("{attributes} pub struct Thing{generics};"),
            1 => format!("{attributes} struct Thing{generics}({inner} String);"),
            2 => format!("{attributes} union Thing{generics} {{ {fields} }}"),
            3 => format!(
                "{attributes} enum Thing{generics} {{ {inner} A, B({inner} u8), C {{ {fields} }} }}"
            ),
            _ => format!("{attributes} struct Thing{generics} where T: Clone {{ {fields} }}"),
        },
    )
}

fn survives(text: &str) {
    let Ok(tokens) = text.parse::<TokenStream>() else {
        return;
    };
    for derive in [derive::tool, derive::json_schema] {
        printed(derive(tokens.clone()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_item_is_expanded(item in item()) {
        survives(&item);
    }

    #[test]
    fn any_tokens_are_expanded(tokens in soup(24)) {
        survives(&tokens);
    }
}

/// Without this the tests above could pass by never reading anything.
#[test]
fn soup_is_read() {
    let text = "/** x */ #[tool(core, timeout = \"1s\")] struct Thing { a: u8 }";
    let tokens: TokenStream = text.parse().unwrap();
    assert!(printed(derive::tool(tokens)).contains("core: true"));
}
