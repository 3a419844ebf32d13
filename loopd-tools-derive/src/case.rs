//! Names: of a tool by its struct, of a parameter by serde's rules, and what a name may look like.

use heck::ToSnakeCase;
use proc_macro2::Ident;
use syn::ext::IdentExt;

/// The longest name that every consumer takes.
pub(crate) const MAX_LEN: usize = 64;

/// The grammar of names in words: what all consumers take.
pub(crate) const GRAMMAR: &str = "`[a-zA-Z_][a-zA-Z0-9_-]{0,63}`";

/// The name of the tool that the struct `ident` declares.
pub(crate) fn tool_name(ident: &Ident) -> String {
    ident.unraw().to_string().to_snake_case()
}

/// Whether a tool or a parameter may have this name.
pub(crate) fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    let first = bytes
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    first
        && name.len() <= MAX_LEN
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// The name that serde gives the field `ident` under `rename_all = rule`; the field's own name
/// for a rule that serde does not know, which serde reports.
pub(crate) fn field_name(ident: &Ident, rule: Option<&str>) -> String {
    let field = ident.unraw().to_string();
    match rule.unwrap_or_default() {
        "UPPERCASE" | "SCREAMING_SNAKE_CASE" => field.to_ascii_uppercase(),
        "PascalCase" => pascal(&field),
        "camelCase" => {
            let pascal = pascal(&field);
            let mut characters = pascal.chars();
            match characters.next() {
                Some(first) => first.to_ascii_lowercase().to_string() + characters.as_str(),
                None => pascal,
            }
        }
        "kebab-case" => field.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => field.to_ascii_uppercase().replace('_', "-"),
        _ => field,
    }
}

fn pascal(field: &str) -> String {
    let mut pascal = String::with_capacity(field.len());
    for part in field.split('_') {
        let mut characters = part.chars();
        if let Some(first) = characters.next() {
            pascal.push(first.to_ascii_uppercase());
            pascal.push_str(characters.as_str());
        }
    }
    pascal
}
