//! Keywords that say nothing of which values fit.

/// JSON Schema 2020-12: core, meta-data and content vocabularies; `example` is `OpenAPI`'s.
/// `format` is an annotation as well, but types and examples go by it.
const ANNOTATIONS: [&str; 16] = [
    "$anchor",
    "$comment",
    "$defs",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "definitions",
    "deprecated",
    "description",
    "example",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];

/// Whether a keyword says nothing of which values fit. Those that begin with `x-` are anybody's own
/// annotations.
pub(crate) fn says_nothing(keyword: &str) -> bool {
    ANNOTATIONS.contains(&keyword) || keyword.starts_with("x-")
}
