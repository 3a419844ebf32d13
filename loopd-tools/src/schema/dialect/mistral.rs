//! Mistral's function calling. What its API does with a keyword is not documented, so this is the
//! selection that every consumer takes.

use super::rules::{
    Beside, Bounds, Depth, Element, Formats, Grammar, Keywords, Null, OpenObject, OpenValue,
    References, Rules, Tuple,
};

pub(super) const RULES: Rules = Rules {
    dated: "2026-11",
    element: Element::Function { strict: None },
    // The function's name in the API's OpenAPI description.
    name: Grammar {
        longest: 64,
        also: "_-",
        starts_with_letter: false,
    },
    // No rule is known; hosts in between have this one.
    key: Grammar {
        longest: 64,
        also: "_.-",
        starts_with_letter: false,
    },
    key_depth: Depth::Root,
    description: None,
    tools: None,
    keywords: Keywords::Only(
        &[
            "type",
            "description",
            "enum",
            "items",
            "properties",
            "required",
            "additionalProperties",
            "anyOf",
            "minimum",
            "maximum",
            "minItems",
            "maxItems",
        ],
        &[],
    ),
    formats: Formats::Only(&[]),
    root_union: false,
    union_beside: Beside::NoType,
    null: Null::Branch,
    any_enum: true,
    tuple: Tuple::Items,
    open_object: OpenObject::Silent,
    open_value: OpenValue::Untyped,
    integer_bounds: Bounds::Double,
    number_bounds: true,
    longest: None,
    min_items: None,
    references: References::Unrolled,
    strict: None,
};
