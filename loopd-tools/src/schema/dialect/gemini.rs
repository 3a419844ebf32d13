//! Gemini's function declarations, in the schema language of `parameters`: a selection of `OpenAPI`
//! 3.0 (reference of `FunctionDeclaration` and `Schema`). `parametersJsonSchema` takes more; this
//! form is the one that all of its hosts take.

use super::rules::{
    Beside, Bounds, Depth, Element, Formats, Grammar, Keywords, Null, OpenObject, OpenValue,
    References, Rules, Tuple,
};

pub(super) const RULES: Rules = Rules {
    dated: "2026-11",
    element: Element::Declaration,
    // 63 in 2024.
    name: Grammar {
        longest: 64,
        also: "_.-",
        starts_with_letter: true,
    },
    // `[a-zA-Z_][a-zA-Z0-9_]{0,63}` (reference of `FunctionDeclaration`).
    key: Grammar {
        longest: 64,
        also: "_",
        starts_with_letter: true,
    },
    key_depth: Depth::Everywhere,
    description: None,
    tools: None,
    // `additionalProperties`, `const`, `oneOf`, exclusive bounds and `$ref` are refused
    // (BerriAI/litellm#14330, weave-os/router#387).
    keywords: Keywords::Only(
        &[
            "type",
            "description",
            "enum",
            "format",
            "pattern",
            "minLength",
            "maxLength",
            "minimum",
            "maximum",
            "items",
            "minItems",
            "maxItems",
            "properties",
            "required",
            "anyOf",
            "nullable",
        ],
        &[],
    ),
    formats: Formats::Only(&["enum", "date-time"]),
    root_union: false,
    // A union is the only field that is set.
    union_beside: Beside::Nothing,
    // A list of types is refused (Helicone/helicone#5585).
    null: Null::Nullable,
    // NousResearch/hermes-agent#15082.
    any_enum: false,
    tuple: Tuple::Items,
    open_object: OpenObject::Unsaid,
    open_value: OpenValue::Untyped,
    integer_bounds: Bounds::Double,
    number_bounds: true,
    longest: None,
    min_items: None,
    references: References::Unrolled,
    strict: None,
};
