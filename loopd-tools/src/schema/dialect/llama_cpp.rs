//! llama.cpp's server, which makes a grammar of the schema (`common/json-schema-to-grammar.cpp`).

use super::rules::{
    Beside, Bounds, Depth, Element, Formats, Grammar, Keywords, Null, OpenObject, OpenValue,
    References, Rules, Tuple,
};

pub(super) const RULES: Rules = Rules {
    dated: "2026-11",
    element: Element::Function { strict: None },
    // The server looks at none; this is what the APIs take that speak the same form.
    name: Grammar {
        longest: 64,
        also: "_-",
        starts_with_letter: false,
    },
    key: Grammar {
        longest: 64,
        also: "_.-",
        starts_with_letter: false,
    },
    key_depth: Depth::Root,
    description: None,
    tools: None,
    // A pattern that its own reader does not know is a 400 for the whole request
    // (ggml-org/llama.cpp#26930), and others are dropped without a word.
    keywords: Keywords::Only(
        &[
            "$ref",
            "type",
            "description",
            "enum",
            "format",
            "minLength",
            "maxLength",
            "minimum",
            "exclusiveMinimum",
            "maximum",
            "exclusiveMaximum",
            "prefixItems",
            "items",
            "minItems",
            "maxItems",
            "properties",
            "required",
            "additionalProperties",
            "anyOf",
            "default",
        ],
        &["$defs"],
    ),
    formats: Formats::Only(&["date-time", "time", "date", "uuid"]),
    // A union wins over the properties beside it, and it is the exact one.
    root_union: true,
    union_beside: Beside::All,
    null: Null::TypeList,
    any_enum: true,
    // `items` wins over `prefixItems`.
    tuple: Tuple::Places,
    open_object: OpenObject::Said,
    open_value: OpenValue::AllTypes,
    // 64 bits are read with a sign, and a server that is built with llguidance fails on the least of
    // them (llguidance 1.9, seen here).
    integer_bounds: Bounds::Double,
    number_bounds: false,
    // Repetitions are written out; 2,000 is too many (ggml-org/llama.cpp#27580).
    longest: Some(1_000),
    min_items: None,
    references: References::Local,
    strict: None,
};
