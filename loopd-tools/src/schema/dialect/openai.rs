//! OpenAI's function calling with `strict` off.

use super::rules::{
    Beside, Bounds, Depth, Element, Formats, Grammar, Keywords, Null, OpenObject, OpenValue,
    References, Rules, Tuple,
};

pub(super) const RULES: Rules = Rules {
    dated: "2026-11",
    // The Responses API reads an absent `strict` as a wish to be normalised into strict
    // (juspay/neurolink#1691), so it is said.
    element: Element::Function {
        strict: Some(false),
    },
    // `^[a-zA-Z0-9_-]+$`, 64 characters (openai/codex#8174).
    name: Grammar {
        longest: 64,
        also: "_-",
        starts_with_letter: false,
    },
    // No rule is known; hosts in between (Bedrock, Azure) have this one.
    key: Grammar {
        longest: 64,
        also: "_.-",
        starts_with_letter: false,
    },
    key_depth: Depth::Root,
    // Lifted on api.openai.com by May 2025, kept by Azure and by proxies
    // (run-llama/llama_index#18784).
    description: Some(1_024),
    // Chat Completions and Copilot (zed-industries/zed#32946).
    tools: Some(128),
    keywords: Keywords::All,
    formats: Formats::All,
    // No `anyOf` at the root (openai/openai-agents-python#449).
    root_union: false,
    union_beside: Beside::All,
    null: Null::TypeList,
    any_enum: true,
    tuple: Tuple::Both,
    open_object: OpenObject::Silent,
    open_value: OpenValue::Untyped,
    integer_bounds: Bounds::Double,
    number_bounds: true,
    longest: None,
    min_items: None,
    references: References::Local,
    strict: None,
};
