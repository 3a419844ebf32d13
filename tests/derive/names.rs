//! The tool's name by the struct's, and the names that keys give.

use loopd_tools::Tool;
use serde::Deserialize;

/// Declares a tool a line and compares its name.
macro_rules! named {
    ($($ident:ident => $name:literal,)*) => {
        $({
            #[doc = "A tool."]
            #[derive(Tool, Deserialize)]
            #[allow(non_camel_case_types)]
            struct $ident;
            assert_eq!($ident::NAME, $name);
            assert_eq!($ident::schema().name, $name);
        })*
    };
}

#[test]
fn the_structs_name_in_snake_case() {
    named! {
        Echo => "echo",
        ReadFile => "read_file",
        HTTPGet2Url => "http_get2_url",
        GetURL => "get_url",
        MD5Hash => "md5_hash",
        Base64Encode => "base64_encode",
        IPv4Address => "i_pv4_address",
        X => "x",
        ABTest => "ab_test",
        already_snake => "already_snake",
        Mixed_Case => "mixed_case",
        _Hidden => "hidden",
        Trailing_ => "trailing",
        r#Match => "match",
        r#async => "async",
        r#TypeOf => "type_of",
    }
}

/// A tool.
#[derive(Tool, Deserialize)]
#[tool(name = "Graph-list_2")]
struct Named;

/// A name that comes through a macro.
macro_rules! given {
    ($name:literal) => {
        #[doc = "A tool."]
        #[derive(Tool, Deserialize)]
        #[tool(name = $name)]
        struct Given;
    };
}

given!("through_a_macro");

/// A tool.
#[derive(Tool, Deserialize)]
#[tool(name = "a234567890123456789012345678901234567890123456789012345678901234")]
struct Longest;

#[test]
fn the_keys_name() {
    assert_eq!(Named::NAME, "Graph-list_2");
    assert_eq!(Given::NAME, "through_a_macro");
    assert_eq!(Longest::NAME.len(), 64);
}
