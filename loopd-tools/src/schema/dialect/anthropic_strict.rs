//! Anthropic's tool use with `strict` on ("JSON Schema limitations" of the structured outputs guide,
//! and what the Python package's `transform_schema` moves into descriptions).

use super::anthropic;
use super::rules::{
    Beside, Bounds, Element, Formats, Keywords, NO_BUDGET, Null, OpenObject, RequestBudget, Rules,
    Strict, Tuple,
};

pub(super) const RULES: Rules = Rules {
    dated: "2026-11",
    element: Element::InputSchema { strict: Some(true) },
    keywords: Keywords::Only(
        &[
            "$ref",
            "type",
            "description",
            "enum",
            "format",
            "items",
            "minItems",
            "properties",
            "required",
            "additionalProperties",
            "anyOf",
        ],
        &["$defs"],
    ),
    formats: Formats::Only(&[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "uri",
        "ipv4",
        "ipv6",
        "uuid",
    ]),
    union_beside: Beside::NoType,
    null: Null::Branch,
    tuple: Tuple::Items,
    open_object: OpenObject::Unsaid,
    integer_bounds: Bounds::None,
    number_bounds: false,
    min_items: Some(&[0, 1]),
    strict: Some(Strict {
        all_required: false,
        recursion: false,
        schema: NO_BUDGET,
        // anthropics/anthropic-sdk-typescript#885, elizaOS/eliza#16499.
        request: RequestBudget {
            tools: Some(20),
            optional: Some(24),
            unions: Some(16),
        },
    }),
    ..anthropic::RULES
};
