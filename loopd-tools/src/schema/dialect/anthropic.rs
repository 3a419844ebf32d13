//! Anthropic's tool use.

use super::rules::{
    Beside, Bounds, Depth, Element, Formats, Grammar, Keywords, Null, OpenObject, OpenValue,
    References, Rules, Tuple,
};

pub(super) const RULES: Rules = Rules {
    dated: "2026-11",
    element: Element::InputSchema { strict: None },
    // The API takes 128; the desktop program takes 64 and drops a whole server for one longer name
    // (github/copilot-cli#1879).
    name: Grammar {
        longest: 64,
        also: "_-",
        starts_with_letter: false,
    },
    // `^[a-zA-Z0-9_.-]{1,64}$`, looked at on the top level alone (ComposioHQ/composio#3500).
    key: Grammar {
        longest: 64,
        also: "_.-",
        starts_with_letter: false,
    },
    key_depth: Depth::Root,
    description: None,
    tools: None,
    // Any valid 2020-12 schema; nested keywords are hints.
    keywords: Keywords::All,
    formats: Formats::All,
    // No `oneOf`, `allOf` or `anyOf` on the top level (anthropics/claude-code#40075).
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
