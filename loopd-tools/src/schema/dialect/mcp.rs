//! The Model Context Protocol, revision 2026-07-28: tools of a server.

use super::rules::{
    Beside, Bounds, Depth, Element, Formats, Grammar, Keywords, Null, OpenObject, OpenValue,
    References, Rules, Tuple,
};

pub(super) const RULES: Rules = Rules {
    dated: "2026-11",
    element: Element::Mcp,
    // "Tool names" of the specification: 1 to 128, case-sensitive, unique in a server.
    name: Grammar {
        longest: 128,
        also: "_.-",
        starts_with_letter: false,
    },
    // Clients hand the schema on to models' APIs, so theirs is the rule.
    key: Grammar {
        longest: 64,
        also: "_.-",
        starts_with_letter: false,
    },
    key_depth: Depth::Root,
    description: None,
    tools: None,
    // 2020-12 where `$schema` says nothing else; any of its keywords since SEP-2106.
    keywords: Keywords::All,
    formats: Formats::All,
    // Allowed, and refused by the APIs that clients hand it on to (anthropics/claude-code#40075).
    root_union: false,
    union_beside: Beside::All,
    null: Null::TypeList,
    any_enum: true,
    tuple: Tuple::Both,
    open_object: OpenObject::Silent,
    open_value: OpenValue::Untyped,
    integer_bounds: Bounds::All,
    number_bounds: true,
    longest: None,
    min_items: None,
    references: References::Local,
    strict: None,
};
