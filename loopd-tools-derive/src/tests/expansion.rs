//! The expansions of three tools and of what is nested in them, as Rust that one can read.
//! `UPDATE_EXPECT=1` writes them anew.

use expect_test::{ExpectFile, expect_file};
use proc_macro2::TokenStream;
use quote::quote;

use super::printed;
use crate::derive;

fn check(derive: fn(TokenStream) -> TokenStream, input: TokenStream, expected: &ExpectFile) {
    expected.assert_eq(&printed(derive(input)));
}

#[test]
fn one_field() {
    let input = quote! {
        /// Returns its text argument unchanged.
        struct Echo {
            /// The text to return.
            text: String,
        }
    };
    check(derive::tool, input, &expect_file!["snapshots/echo.rs"]);
}

#[test]
fn unit_with_every_key() {
    let input = quote! {
        #[doc = include_str!("clock.md")]
        #[tool(
            name = "now",
            title = "Clock",
            core,
            read_only,
            destructive = false,
            idempotent,
            open_world = false,
            concurrent,
            pinned,
            untrusted,
            unrecorded,
            allow_unknown,
            exact,
            blocking,
            state = Arc<Zones>,
            output = Json<Time>,
            requires("clock.read", CLOCK),
            timeout = "1m 30s",
            max_output = "64KiB",
            example = r#"{}"#,
            system_prompt = "Time passes.",
            crate = my::tools,
        )]
        pub struct Clock;
    };
    check(derive::tool, input, &expect_file!["snapshots/clock.rs"]);
}

#[test]
fn generic_with_defaults() {
    let input = quote! {
        /// Lists a page.
        #[derive(Clone)]
        #[serde(rename_all = "camelCase", default, crate = "my::serde")]
        #[tool(name = "list", resource = path)]
        pub struct List<T: Item = File, const N: usize = 3>
        where
            T: Clone,
        {
            /// Where to look.
            #[serde(alias = "dir", default = "List::root", skip_serializing_if = "is_root")]
            #[schemars(length(min = 1, max = List::MAX))]
            pub path: String,
            #[serde(default)]
            #[deprecated]
            pub(crate) r#type: Option<T>,
            #[serde(skip)]
            cache: Cache<T>,
            more: Vec<List<T, N>>,
        }
    };
    check(derive::tool, input, &expect_file!["snapshots/list.rs"]);
}

#[test]
fn nested_enum() {
    let input = quote! {
        /// How to sort.
        #[serde(untagged)]
        enum Sort {
            /// By one key.
            #[serde(rename = "by")]
            By {
                /// The key.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                key: Option<String>,
            },
            Many(Vec<Sort>),
            No,
        }
    };
    check(
        derive::json_schema,
        input,
        &expect_file!["snapshots/sort.rs"],
    );
}

#[test]
fn mistakes() {
    let input = quote! {
        #[tool(name = "list.all", colour, state = Shelf, output = )]
        struct List<'a> {
            #[serde(rename = "the path")]
            path: &'a str,
        }
    };
    check(derive::tool, input, &expect_file!["snapshots/mistakes.rs"]);
}
