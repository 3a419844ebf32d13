//! Ollama's chat API, which reads a tool into a struct of its own (`api/types.go`) and so forgets
//! what has no field there.

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
    // A property keeps these; `required` has a field at the root alone.
    keywords: Keywords::Only(
        &[
            "type",
            "description",
            "enum",
            "items",
            "properties",
            "anyOf",
        ],
        &["required"],
    ),
    formats: Formats::Only(&[]),
    root_union: false,
    union_beside: Beside::All,
    // ollama/ollama#10328: a list of types is read since 2025.
    null: Null::TypeList,
    any_enum: true,
    tuple: Tuple::Items,
    open_object: OpenObject::Unsaid,
    open_value: OpenValue::Untyped,
    integer_bounds: Bounds::None,
    number_bounds: false,
    longest: None,
    min_items: None,
    references: References::Unrolled,
    strict: None,
};
