//! OpenAI's function calling with `strict` on ("Supported schemas" of the structured outputs guide).

use super::openai;
use super::rules::{
    Beside, Element, Formats, Keywords, OpenObject, RequestBudget, Rules, SchemaBudget, Strict,
    Tuple,
};

pub(super) const RULES: Rules = Rules {
    dated: "2026-11",
    element: Element::Function { strict: Some(true) },
    keywords: Keywords::Only(
        &[
            "$ref",
            "type",
            "description",
            "enum",
            "format",
            "pattern",
            "minimum",
            "exclusiveMinimum",
            "maximum",
            "exclusiveMaximum",
            "multipleOf",
            "items",
            "minItems",
            "maxItems",
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
        "ipv4",
        "ipv6",
        "uuid",
    ]),
    union_beside: Beside::NoType,
    tuple: Tuple::Items,
    open_object: OpenObject::Unsaid,
    strict: Some(Strict {
        all_required: true,
        recursion: true,
        // "Limitations" of the same guide.
        schema: SchemaBudget {
            properties: Some(5_000),
            // 5 until 2025.
            levels: Some(10),
            characters: Some(120_000),
            enum_values: Some(1_000),
            large_enum: Some((250, 15_000)),
        },
        request: RequestBudget {
            tools: None,
            optional: None,
            unions: None,
        },
    }),
    ..openai::RULES
};
