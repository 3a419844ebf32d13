//! `docs/schemas.md` is made here, so that it says what is so. Write it anew with
//! `LOOPD_TOOLS_WRITE=1 cargo test --test schemas page`.

use std::fmt::Write;
use std::path::Path;

use loopd_tools::{Dialect, Strictness, ToolSchema};
use serde_json::{Map, Value, json};

use crate::laws::parameters_in;
use crate::types::{kind, kinds};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemas.md");
const WRITE: &str = "LOOPD_TOOLS_WRITE";

const INTRODUCTION: &str = "\
# Schemas

This page is written by `tests/schemas/page.rs`, and a test fails when it is stale.

`ToolSchema::parameters` has one form, the canonical one, and it is what the decoder keeps: nothing
that it forbids reaches `run`, nothing that it allows is refused before `run`.

- The root is an object and always has `properties`; there is no `$schema`, no root `title` and no
  root `description`.
- Objects are closed (`additionalProperties: false`) at every depth, unless the tool says
  `#[tool(allow_unknown)]` or a type says otherwise: with `#[schemars(extend(\"additionalProperties\" =
  true))]`, with a map, or with a flattened map. A schema that is written by hand says
  `additionalProperties: true` where it means a free object.
- Properties and `required` stand in the order of declaration, keywords in one fixed order, whatever
  features of serde_json are on.
- Everything is inlined but recursion, which goes through `#/$defs/Name`. A reference stands alone;
  what a field says of itself beside one is said by the object that holds it.
- An optional field has its bare type and is not in `required`. A `null` there is read as absent.
- There is one keyword for unions, `anyOf`, and one string enum for all variants without data, with
  the variants' documentation in its description. A struct with a flattened enum is a union of
  whole objects, in which the enum's fields stand behind the struct's own; at the root the properties
  are merged too, for consumers that take no union there.
- Integers have bounds in place of Rust-only formats. The ends of 128 bits are powers of two, which a
  double holds exactly.
- A free object is `{\"type\":\"object\"}`, a value of any type is `{}` with a description. The only
  boolean schema is `additionalProperties: false`.
- Hosts that read numbers as doubles change integers over 2^53: `check` advises to make an id of that
  width a string.

What can't be said truthfully is a `SchemaError` that names tool, field and way out, when the
definition is made.

Where the schema and the type's own deserializer differ, on purpose:

- `format` is an annotation. Text with a syntax of its own (times, addresses, URLs, UUIDs) is judged by
  the type, which takes more than the format says or less.
- The keys of a map with integer keys are said to be whole numbers; which width they have is not in
  what schemars says.
- serde carries nanoseconds of a `Duration` over into its seconds; the schema wants fewer than a
  second of them.
- Limits that schemars' attributes set (`range`, `length`, `regex`) are kept by the decoder; serde alone
  does not know them.
- serde ignores unknown keys where the schema is closed; the decoder refuses them.
";

/// The files of argument types: their headings and their sources.
const FILES: [(&str, &str); 13] = [
    ("Scalars", include_str!("../types/scalars.rs")),
    ("Options", include_str!("../types/options.rs")),
    (
        "Lists, sets, arrays, tuples",
        include_str!("../types/sequences.rs"),
    ),
    ("Maps", include_str!("../types/maps.rs")),
    ("Enums", include_str!("../types/enums.rs")),
    ("Nesting", include_str!("../types/nesting.rs")),
    ("`flatten`", include_str!("../types/flattening.rs")),
    ("Names", include_str!("../types/names.rs")),
    (
        "Defaults and conversions",
        include_str!("../types/defaults.rs"),
    ),
    (
        "schemars' own attributes",
        include_str!("../types/limits.rs"),
    ),
    (
        "The standard library",
        include_str!("../types/std_types.rs"),
    ),
    ("Recursion", include_str!("../types/recursion.rs")),
    ("Other crates", include_str!("../types/foreign.rs")),
];

/// The types of a file: each with its name where it is a kind.
fn items(source: &str) -> Vec<(Option<String>, String)> {
    let names: Vec<&str> = kinds().iter().map(|kind| kind.name).collect();
    let (types, _) = source
        .split_once("pub fn kinds()")
        .expect("a list of kinds");
    let mut found = Vec::new();
    for item in types.split("\n\n") {
        let item: Vec<&str> = item
            .lines()
            .filter(|line| !line.starts_with("#[derive("))
            .collect();
        let Some(head) = item.iter().find(|line| {
            ["struct ", "pub struct ", "enum ", "pub enum "]
                .iter()
                .any(|start| line.starts_with(start))
        }) else {
            continue;
        };
        let name: String = head
            .trim_start_matches("pub ")
            .split_whitespace()
            .nth(1)
            .expect("a name")
            .chars()
            .take_while(|c| c.is_alphanumeric())
            .collect();
        let kind = names.contains(&name.as_str()) && head.starts_with("pub ");
        found.push((
            kind.then_some(name),
            item.join("\n").replace("pub struct", "struct"),
        ));
    }
    found
}

/// A schema, a property a line.
fn lines(schema: &Value) -> String {
    let mut text = String::new();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let mark = if required.contains(&json!(name)) {
            ""
        } else {
            "?"
        };
        writeln!(text, "{name}{mark}: {property}").expect("a string takes it");
    }
    let rest: Map<String, Value> = schema
        .as_object()
        .expect("an object")
        .iter()
        .filter(|(key, _)| !["type", "properties", "required"].contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let rest = Value::Object(rest);
    if rest != json!({"additionalProperties": false}) {
        writeln!(text, "beside them: {rest}").expect("a string takes it");
    }
    text
}

fn types() -> String {
    let mut text =
        String::from("\n## What becomes of each type\n\nA `?` marks what is not required.\n");
    for (heading, source) in FILES {
        write!(text, "\n### {heading}\n").expect("a string takes it");
        let mut before = Vec::new();
        for (name, item) in items(source) {
            let Some(name) = name else {
                before.push(item);
                continue;
            };
            before.push(item);
            let schema = (kind(&name).schema)().expect("a schema");
            let source = before.join("\n\n");
            before.clear();
            write!(
                text,
                "\n```rust\n{source}\n```\n```text\n{}```\n",
                lines(&schema)
            )
            .expect("a string takes it");
        }
        assert!(
            before.is_empty(),
            "{heading} ends with a type that is no kind: {before:?}"
        );
    }
    text
}

/// Schemas of one property each, to see what becomes of a keyword.
fn probes() -> Vec<(&'static str, Value)> {
    vec![
        ("minimum", json!({"type": "integer", "minimum": 1})),
        ("minimum", json!({"type": "number", "minimum": 0.5})),
        (
            "exclusiveMaximum",
            json!({"type": "integer", "exclusiveMaximum": 9}),
        ),
        ("maximum", json!({"type": "integer", "maximum": u64::MAX})),
        ("multipleOf", json!({"type": "integer", "multipleOf": 5})),
        ("minLength", json!({"type": "string", "minLength": 1})),
        ("maxLength", json!({"type": "string", "maxLength": 5_000})),
        ("pattern", json!({"type": "string", "pattern": "^[a-z]+$"})),
        ("format", json!({"type": "string", "format": "date"})),
        ("format", json!({"type": "string", "format": "uri"})),
        ("enum", json!({"type": "string", "enum": ["a", "b"]})),
        ("enum", json!({"type": "integer", "enum": [1, 2]})),
        (
            "anyOf",
            json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ),
        ("type", json!({"type": ["string", "null"]})),
        (
            "prefixItems",
            json!({
                "type": "array",
                "prefixItems": [{"type": "string"}, {"type": "integer"}],
                "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                "minItems": 2,
                "maxItems": 2
            }),
        ),
        (
            "minItems",
            json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
        ),
        (
            "maxItems",
            json!({"type": "array", "items": {"type": "string"}, "maxItems": 3}),
        ),
        (
            "required",
            json!({
                "type": "object",
                "properties": {"a": {"type": "string"}},
                "required": ["a"],
                "additionalProperties": false
            }),
        ),
        (
            "additionalProperties",
            json!({
                "type": "object",
                "properties": {},
                "additionalProperties": false
            }),
        ),
        (
            "additionalProperties",
            json!({
                "type": "object",
                "additionalProperties": {"type": "integer"}
            }),
        ),
        (
            "propertyNames",
            json!({
                "type": "object",
                "propertyNames": {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
                "additionalProperties": {"type": "string"}
            }),
        ),
        ("default", json!({"type": "integer", "default": 10})),
        ("examples", json!({"type": "string", "examples": ["main"]})),
        ("deprecated", json!({"type": "string", "deprecated": true})),
    ]
}

fn probe(property: &Value) -> ToolSchema {
    ToolSchema {
        name: "probe".to_owned(),
        description: "Shows what becomes of a keyword.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {"field": property},
            "required": ["field"],
            "additionalProperties": false
        }),
    }
}

/// What becomes of a keyword: kept, said otherwise, in words, or gone.
fn fate(keyword: &str, property: &Value, dialect: Dialect) -> &'static str {
    let lowered = probe(property).lower(dialect);
    let not_strict = matches!(lowered.strict, Strictness::Impossible(_));
    let loss = lowered
        .losses
        .iter()
        .find(|loss| loss.path == "field" && loss.keyword == keyword);
    let after = &parameters_in(&lowered.element)["properties"]["field"];
    let same = after.get(keyword) == property.get(keyword);
    match loss {
        _ if not_strict => "not strict",
        Some(loss) if loss.words.is_some() => "words",
        Some(_) => "gone",
        None if same => "kept",
        None => "otherwise",
    }
}

fn dialects() -> String {
    let mut text = String::from(
        "
## What each consumer takes

`registry.tools(dialect)` is the `tools` array of every request: the core tools, then `find_tool`, then
`call_tool`. It is rendered once, and asking again hands out the same shared bytes (`Arc<str>`), so a
prompt cache sees one text. `dialect.render(schemas)` renders any other list.

`schema.lower(dialect)` gives one element of that array and what is lost on the way.
`schema.check(dialect)` and `registry.check(dialect)` report names, descriptions, limits and counts before
a request does; `schema.usage(dialect)` and `registry.usage(dialect)` say how much of each limit is used, so
that a host can choose which tools it sends as strict. The rules are data, one file a consumer in
`loopd-tools/src/schema/dialect`, each with its date and its sources.

Lowering only widens: what the canonical schema accepts, the lowered one accepts. \"words\" means that
the description says it instead, \"otherwise\" that another keyword says the same, \"gone\" that nothing is
lost for a model (the width of an integer type, that an object is closed), \"not strict\" that a tool
with it says so and is sent without `strict`.

",
    );
    let names: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.name()).collect();
    writeln!(text, "| keyword | {} |", names.join(" | ")).expect("a string takes it");
    writeln!(text, "|---{}|", "|---".repeat(names.len())).expect("a string takes it");
    for (keyword, property) in probes() {
        let shown = property.to_string().replace('|', "\\|");
        let fates: Vec<&str> = Dialect::ALL
            .iter()
            .map(|dialect| fate(keyword, &property, *dialect))
            .collect();
        writeln!(text, "| `{keyword}` in `{shown}` | {} |", fates.join(" | "))
            .expect("a string takes it");
    }
    let dates: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.dated()).collect();
    writeln!(text, "| looked at | {} |", dates.join(" | ")).expect("a string takes it");
    text
}

fn losses() -> String {
    let mut text =
        String::from("\n## Losses\n\nWhat is lost of four of the types above, by consumer.\n");
    for name in ["Integers", "Patterns", "FlattenedInternal", "RecursiveEnum"] {
        let tool = ToolSchema {
            name: name.to_lowercase(),
            description: "Does what its arguments say.".to_owned(),
            parameters: (kind(name).schema)().expect("a schema"),
        };
        write!(
            text,
            "\n### {name}\n\n| consumer | path | keyword | words instead |\n|---|---|---|---|\n"
        )
        .expect("a string takes it");
        for dialect in Dialect::ALL {
            let lowered = tool.lower(dialect);
            if let Strictness::Impossible(reasons) = &lowered.strict {
                let reason = &reasons[0].message;
                writeln!(text, "| {dialect} | | | not strict: {reason} |")
                    .expect("a string takes it");
            }
            for loss in lowered.losses {
                let words = loss.words.unwrap_or_default().replace('|', "\\|");
                writeln!(
                    text,
                    "| {dialect} | `{}` | `{}` | {words} |",
                    loss.path, loss.keyword
                )
                .expect("a string takes it");
            }
        }
    }
    text
}

#[test]
fn the_page_is_what_the_code_does() {
    let page = [INTRODUCTION.to_owned(), types(), dialects(), losses()].concat();
    if std::env::var_os(WRITE).is_some() {
        std::fs::create_dir_all(Path::new(PAGE).parent().expect("a folder")).expect("a folder");
        std::fs::write(PAGE, &page).expect("the page can be written");
    }
    let kept = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        kept == page,
        "docs/schemas.md is stale; write it with {WRITE}=1 cargo test --test schemas page"
    );
}
