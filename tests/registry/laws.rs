//! What holds for every registry.

use loopd_tools::{
    CALL_TOOL, Entry, FIND_TOOL, Registry, RegistryError, ToolSchema, call_tool_schema,
    clock_schema, echo_schema, find_tool_schema,
};
use proptest::prelude::*;
use serde_json::json;

use crate::{core_entry, entry};

fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec!["a", "b", "c", "d_e", "É"]).prop_map(str::to_owned),
        1 => prop::sample::select(vec![FIND_TOOL, CALL_TOOL]).prop_map(str::to_owned),
        1 => "[a-zÀ-ÿΑ-ω]{0,6}",
    ]
}

pub(crate) fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let one = (names(), "[a-zA-Z éÉßΣςσ.\n]{0,12}", any::<bool>(), any::<u8>());
    let one = one.prop_map(|(name, description, core, number)| Entry {
        schema: ToolSchema {
            parameters: json!({"type": "object", "properties": {}, "x": number}),
            ..entry(&name, &description).schema
        },
        core,
    });
    prop::collection::vec(one, 0..12)
}

/// The rule by a list alone.
fn by_list(entries: &[Entry]) -> Vec<Entry> {
    let mut kept: Vec<Entry> = Vec::new();
    for entry in entries {
        let name = &entry.schema.name;
        if name == FIND_TOOL || name == CALL_TOOL {
            continue;
        }
        match kept.iter_mut().find(|kept| kept.schema.name == *name) {
            Some(earlier) => *earlier = entry.clone(),
            None => kept.push(entry.clone()),
        }
    }
    kept
}

#[test]
fn m2b_is_clock_and_echo() {
    let registry = Registry::m2b();
    assert_eq!(registry.names(), ["clock", "echo"]);
    assert_eq!(
        registry.core_schemas(),
        [clock_schema(), find_tool_schema(), call_tool_schema()]
    );
    let echo = registry.get("echo").unwrap();
    assert_eq!((&echo.schema, echo.core), (&echo_schema(), false));
}

/// The four schemas to the byte.
#[test]
fn the_fixed_schemas_are_these_bytes() {
    for (schema, bytes) in [
        (
            clock_schema(),
            r#"{"name":"clock","description":"The current date and time, as RFC 3339 in UTC.","parameters":{"type":"object","properties":{},"additionalProperties":false}}"#,
        ),
        (
            echo_schema(),
            r#"{"name":"echo","description":"Returns its text argument unchanged.","parameters":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}}"#,
        ),
        (
            find_tool_schema(),
            r#"{"name":"find_tool","description":"Search for more tools by keyword. Returns the schemas of the tools that match.","parameters":{"type":"object","properties":{"query":{"type":"string","description":"A word or phrase from the name or description of the tool."}},"required":["query"],"additionalProperties":false}}"#,
        ),
        (
            call_tool_schema(),
            r#"{"name":"call_tool","description":"Call a tool that find_tool returned. Pass its name and an arguments object that fits its schema.","parameters":{"type":"object","properties":{"name":{"type":"string"},"arguments":{"type":"object"}},"required":["name","arguments"],"additionalProperties":false}}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&schema).unwrap(), bytes);
    }
}

#[test]
fn a_later_entry_replaces_in_place() {
    let registry = Registry::new(vec![
        entry("a", "One."),
        entry("b", "Two."),
        core_entry("a", "Three."),
    ]);
    assert_eq!(registry.entries(), [core_entry("a", "Three."), entry("b", "Two.")]);
}

#[test]
fn the_reserved_names_are_left_out() {
    let registry = Registry::new(vec![
        core_entry(FIND_TOOL, "Mine."),
        entry("a", "One."),
        entry(CALL_TOOL, "Mine."),
    ]);
    assert_eq!(registry.entries(), [entry("a", "One.")]);
    assert_eq!(registry.core_schemas(), [find_tool_schema(), call_tool_schema()]);
}

#[test]
fn try_new_refuses_what_new_would_drop() {
    let twice = Registry::try_new(vec![entry("a", "One."), entry("a", "One.")]).unwrap_err();
    assert_eq!(twice, RegistryError::Duplicate { name: "a".to_owned() });
    assert_eq!(
        twice.to_string(),
        "two tools are named `a`; rename one of them or leave it out"
    );
    for name in [FIND_TOOL, CALL_TOOL] {
        let reserved = Registry::try_new(vec![entry(name, "Mine.")]).unwrap_err();
        assert_eq!(reserved, RegistryError::Reserved { name: name.to_owned() });
        assert_eq!(
            reserved.to_string(),
            format!("`{name}` is a name that the host itself answers; rename the tool")
        );
    }
}

#[test]
fn an_empty_query_matches_nothing_and_a_blank_one_is_text() {
    let registry = Registry::new(vec![entry("a", "One two."), entry("b", "One.")]);
    assert!(registry.find("").is_empty());
    assert_eq!(registry.find(" "), [&entry("a", "One two.").schema]);
}

#[test]
fn a_part_of_a_greek_word_is_found_in_it() {
    let registry = Registry::new(vec![entry("a", "ΟΔΟΣ")]);
    for query in ["Σ", "σ", "ΟΔΟΣ", "οδοσ", "ΔΟ"] {
        assert_eq!(registry.find(query).len(), 1, "{query}");
    }
}

proptest! {
    #[test]
    fn new_keeps_what_a_list_would(entries in entries()) {
        let registry = Registry::new(entries.clone());
        let kept = by_list(&entries);
        prop_assert_eq!(registry.entries(), &kept[..]);
        prop_assert_eq!(registry.len(), kept.len());
        prop_assert_eq!(registry.is_empty(), kept.is_empty());
        let schemas: Vec<&ToolSchema> = kept.iter().map(|entry| &entry.schema).collect();
        prop_assert_eq!(registry.schemas().collect::<Vec<_>>(), schemas);
        let mut names: Vec<&str> = kept.iter().map(|entry| &*entry.schema.name).collect();
        names.sort_unstable();
        prop_assert_eq!(registry.names(), names);
        prop_assert_eq!(&entries.into_iter().collect::<Registry>(), &registry);
    }

    #[test]
    fn try_new_agrees_with_new_or_refuses(entries in entries()) {
        let kept = by_list(&entries);
        match Registry::try_new(entries.clone()) {
            Ok(registry) => {
                prop_assert_eq!(registry.entries(), &entries[..]);
                prop_assert_eq!(registry, Registry::new(entries));
            }
            Err(_) => prop_assert_ne!(kept, entries),
        }
    }

    #[test]
    fn get_finds_each_name_and_no_other(entries in entries(), name in names()) {
        let registry = Registry::new(entries.clone());
        let kept = by_list(&entries);
        prop_assert_eq!(
            registry.get(&name),
            kept.iter().find(|entry| entry.schema.name == name)
        );
    }

    #[test]
    fn core_schemas_are_the_core_entries_and_two_more(entries in entries()) {
        let mut wanted: Vec<ToolSchema> = by_list(&entries)
            .into_iter()
            .filter(|entry| entry.core)
            .map(|entry| entry.schema)
            .collect();
        wanted.extend([find_tool_schema(), call_tool_schema()]);
        prop_assert_eq!(Registry::new(entries).core_schemas(), wanted);
    }

    /// The oracle compares character by character at every place of the text.
    #[test]
    fn find_looks_at_every_place(entries in entries(), query in "[a-zA-ZéÉßΣσ. ]{0,3}") {
        let lower = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<char>>();
        let wanted = lower(&query);
        let holds = |text: &str| {
            !wanted.is_empty() && lower(text).windows(wanted.len()).any(|part| part == wanted)
        };
        let registry = Registry::new(entries);
        let found: Vec<&ToolSchema> = registry
            .schemas()
            .filter(|schema| holds(&schema.name) || holds(&schema.description))
            .collect();
        prop_assert_eq!(registry.find(&query), found);
    }

    #[test]
    fn every_part_of_a_text_finds_it(text in "\\PC{1,12}", from in 0_usize..12, length in 1_usize..12) {
        let part: String = text.chars().skip(from).take(length).collect();
        prop_assume!(!part.is_empty());
        let registry = Registry::new(vec![entry("x", &text)]);
        prop_assert_eq!(registry.find(&part).len(), 1);
        prop_assert_eq!(registry.find(&part.to_ascii_uppercase()).len(), 1);
    }

    #[test]
    fn equality_is_that_of_the_entries(one in entries(), other in entries()) {
        let same = by_list(&one) == by_list(&other);
        prop_assert_eq!(Registry::new(one.clone()) == Registry::new(other), same);
        prop_assert_eq!(Registry::new(by_list(&one)), Registry::new(one));
    }
}
