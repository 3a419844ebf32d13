//! Every form that a derive writes, in a crate that denies every lint that fits: what is denied
//! here must not be found in what the derives write.
#![deny(missing_docs, unsafe_code, warnings)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery, clippy::cargo)]
// Lints of rustc that are off by default.
#![deny(
    absolute_paths_not_starting_with_crate,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    keyword_idents,
    let_underscore_drop,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    non_ascii_idents,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
// Lints of clippy's restriction group that one may want of a whole crate.
#![deny(
    clippy::absolute_paths,
    clippy::allow_attributes,
    clippy::allow_attributes_without_reason,
    clippy::as_conversions,
    clippy::clone_on_ref_ptr,
    clippy::default_numeric_fallback,
    clippy::disallowed_script_idents,
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::min_ident_chars,
    clippy::missing_docs_in_private_items,
    clippy::multiple_inherent_impl,
    clippy::panic,
    clippy::partial_pub_fields,
    clippy::ref_patterns,
    clippy::renamed_function_params,
    clippy::shadow_unrelated,
    clippy::single_char_lifetime_names,
    clippy::std_instead_of_core,
    clippy::str_to_string,
    clippy::unwrap_used,
    clippy::used_underscore_items,
    clippy::wildcard_enum_match_arm
)]
#![cfg_attr(
    test,
    allow(
        clippy::missing_docs_in_private_items,
        reason = "the names of tests say what they are for"
    )
)]

use agent_kit::{Context, JsonSchema, Run, Tool, ToolError, ToolOutput};
use serde::{Deserialize, Serialize};

/// Searches files.
#[derive(Debug, Clone, Tool, Deserialize)]
#[tool(
    crate = agent_kit,
    core,
    title = "Search",
    read_only,
    concurrent,
    resource = path,
    requires("fs.read"),
    timeout = "5s",
    max_output = "64KiB",
    example = r#"{"path": "src"}"#,
    system_prompt = "Search before you read."
)]
#[serde(default)]
#[non_exhaustive]
pub struct Search {
    /// Where to look.
    pub path: String,
    /// How to sort.
    #[serde(alias = "order")]
    pub sort: Sort,
    /// A page of numbers.
    #[deprecated]
    pub page: Page<u8>,
    /// Searches that go before.
    pub before: Vec<Self>,
}

impl Default for Search {
    fn default() -> Self {
        #[expect(deprecated, reason = "the whole struct is made here")]
        Self {
            path: String::new(),
            sort: Sort::Unsorted,
            page: Page {
                item: 0,
                more: Vec::new(),
            },
            before: Vec::new(),
        }
    }
}

/// How to sort.
#[derive(Debug, Clone, JsonSchema, Serialize, Deserialize)]
#[tool(crate = agent_kit)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Sort {
    /// Not at all.
    Unsorted,
    /// By a key.
    By {
        /// The key.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        key: String,
    },
    /// By several keys.
    Keys(Vec<String>),
}

/// A page.
#[derive(Debug, Clone, JsonSchema, Deserialize)]
#[tool(crate = agent_kit)]
#[non_exhaustive]
pub struct Page<T> {
    /// The one on top.
    #[serde(default)]
    pub item: T,
    /// The ones below.
    pub more: Vec<Self>,
}

/// Lists things.
#[derive(Debug, Clone, Copy, Tool, Deserialize)]
#[tool(crate = agent_kit, name = "list")]
#[non_exhaustive]
pub struct List<T, const MANY: usize> {
    /// The first of them.
    #[serde(default)]
    pub first: T,
}

/// Says nothing.
#[derive(Debug, Clone, Copy, Tool, Deserialize)]
#[tool(crate = agent_kit, blocking)]
#[non_exhaustive]
pub struct Nothing;

impl Run for Search {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.path.into())
    }
}

impl Run for Nothing {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok("".into())
    }
}

#[cfg(test)]
mod tests {
    use agent_kit::{CallContext, DynTool as _};

    use super::{List, Nothing, Search, Tool as _};

    #[test]
    fn schemas_are_there() {
        let schema = Search::schema().parameters.to_string();
        assert!(schema.starts_with(r#"{"type":"object","properties":{"path":{"type":"string""#));
        let list = List::<u8, 1>::schema().parameters.to_string();
        assert_eq!(
            list,
            r#"{"type":"object","properties":{"first":{"type":"integer","description":"The first of them.","minimum":0,"maximum":255}},"additionalProperties":false}"#
        );
    }

    #[test]
    fn arguments_are_decoded() {
        let cx = CallContext::new();
        let tool = Search::tool();
        assert!(tool.prepare(r#"{"order": {"key": "a"}}"#.into(), &cx).is_ok());
        assert!(tool.prepare(r#"{"sort": 5}"#.into(), &cx).is_err());
        assert!(Nothing::tool().prepare("".into(), &cx).is_ok());
    }
}
