//! A definition carries all that a tool says of itself, and comes back from JSON as it went.

use std::time::Duration;

use loopd_tools::{Clock, Definition, Hints, Tool, ToolSchema};
use proptest::prelude::*;
use serde_json::{Value, json};

fn schema() -> ToolSchema {
    ToolSchema {
        name: "fetch".to_owned(),
        description: "Fetches a page.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {"url": {"type": "string"}},
            "required": ["url"],
            "additionalProperties": false,
        }),
    }
}

/// Every `with_*` method once.
fn full() -> Definition {
    Definition::new(schema())
        .with_core(true)
        .with_title("Fetch a page")
        .with_hints(
            Hints::default()
                .with_read_only(true)
                .with_open_world(true)
                .with_idempotent(false)
                .with_destructive(false),
        )
        .with_concurrent(true)
        .with_pinned(true)
        .with_untrusted(true)
        .with_unrecorded(true)
        .with_exact(true)
        .with_blocking(true)
        .with_resource("url")
        .with_requires(["net", "dns"])
        .with_timeout(Duration::from_millis(1500))
        .with_max_output(64 * 1024)
        .with_example(json!({"url": "https://example.org/"}))
        .with_example(json!({"url": "https://example.org/a"}))
        .with_system_prompt("Fetch before you guess.")
        .with_output(json!({"type": "object"}))
}

#[test]
fn every_method_sets_what_its_getter_gives() {
    let definition = full();
    assert_eq!(definition.name(), "fetch");
    assert_eq!(definition.schema(), &schema());
    assert_eq!(definition.title(), Some("Fetch a page"));
    assert!(definition.core() && definition.concurrent() && definition.pinned());
    assert!(definition.untrusted() && definition.unrecorded());
    assert!(definition.exact() && definition.blocking());
    assert_eq!(definition.resource(), Some("url"));
    assert_eq!(definition.requires(), ["net", "dns"]);
    assert_eq!(definition.timeout(), Some(Duration::from_millis(1500)));
    assert_eq!(definition.max_output(), Some(65536));
    assert_eq!(
        definition.examples(),
        [
            json!({"url": "https://example.org/"}),
            json!({"url": "https://example.org/a"}),
        ]
    );
    assert_eq!(definition.system_prompt(), Some("Fetch before you guess."));
    assert_eq!(definition.output(), Some(&json!({"type": "object"})));
    assert_eq!(
        definition.hints().said(),
        [Some(true), Some(false), Some(false), Some(true)]
    );
    let entry = definition.into_entry();
    assert_eq!((entry.schema, entry.core), (schema(), true));
}

#[test]
fn a_new_definition_says_nothing() {
    let definition = Definition::new(schema());
    let off = [
        definition.core(),
        definition.concurrent(),
        definition.pinned(),
        definition.untrusted(),
        definition.unrecorded(),
        definition.exact(),
        definition.blocking(),
    ];
    assert_eq!(off, [false; 7]);
    assert_eq!(definition.hints(), Hints::UNSAID);
    assert!(definition.requires().is_empty() && definition.examples().is_empty());
    assert_eq!(definition.resource(), None);
    assert_eq!(
        (definition.timeout(), definition.max_output()),
        (None, None)
    );
    // And its JSON is the schema and nothing else.
    assert_eq!(
        serde_json::to_value(&definition).unwrap(),
        json!({"schema": schema()})
    );
}

#[test]
fn each_fact_is_told_by_equality() {
    let plain = Definition::new(schema());
    let changed = [
        plain.clone().with_core(true),
        plain.clone().with_title("x"),
        plain
            .clone()
            .with_hints(Hints::UNSAID.with_idempotent(false)),
        plain.clone().with_concurrent(true),
        plain.clone().with_pinned(true),
        plain.clone().with_untrusted(true),
        plain.clone().with_unrecorded(true),
        plain.clone().with_exact(true),
        plain.clone().with_blocking(true),
        plain.clone().with_resource("url"),
        plain.clone().with_requires(["net"]),
        plain.clone().with_timeout(Duration::ZERO),
        plain.clone().with_max_output(0),
        plain.clone().with_example(json!({})),
        plain.clone().with_system_prompt(""),
        plain.clone().with_output(Value::Null),
    ];
    for (place, one) in changed.iter().enumerate() {
        assert_ne!(one, &plain);
        for other in &changed[place + 1..] {
            assert_ne!(one, other);
        }
    }
}

#[test]
fn json_brings_a_full_definition_back_and_knows_no_other_keys() {
    let definition = full();
    let text = serde_json::to_string(&definition).unwrap();
    let back: Definition = serde_json::from_str(&text).unwrap();
    assert_eq!(back, definition);
    let mut value: Value = serde_json::from_str(&text).unwrap();
    value["color"] = json!("red");
    let error = serde_json::from_value::<Definition>(value).unwrap_err();
    assert!(
        error.to_string().contains("unknown field `color`"),
        "{error}"
    );
}

#[test]
fn a_derived_definition_equals_the_one_made_by_hand() {
    let by_hand = Definition::new(ToolSchema {
        name: "clock".to_owned(),
        description: "The current date and time, as RFC 3339 in UTC.".to_owned(),
        parameters: Clock::schema().parameters,
    })
    .with_core(true);
    assert_eq!(Clock::definition(), by_hand);
}

/// What is left unsaid is read as `ToolAnnotations` of the Model Context Protocol says:
/// `readOnlyHint` false, `destructiveHint` true, `idempotentHint` false, `openWorldHint` true.
#[test]
fn unsaid_hints_are_read_as_the_protocol_says() {
    let hints = Hints::UNSAID;
    assert_eq!(hints, Hints::default());
    assert!(!hints.read_only());
    assert!(hints.destructive());
    assert!(!hints.idempotent());
    assert!(hints.open_world());
    assert_eq!(hints.said(), [None; 4]);
}

proptest! {
    /// Destructive and idempotent mean something only of a tool that is not read-only.
    #[test]
    fn what_is_said_together_is_judged_together(said in any::<[Option<bool>; 4]>()) {
        let hints = Hints::from_said(said);
        prop_assert_eq!(hints.said(), said);
        let [read_only, destructive, idempotent, open_world] = said;
        prop_assert_eq!(hints.read_only(), read_only == Some(true));
        prop_assert_eq!(hints.open_world(), open_world != Some(false));
        prop_assert_eq!(
            hints.may_destroy(),
            read_only != Some(true) && destructive != Some(false)
        );
        prop_assert_eq!(
            hints.may_repeat(),
            read_only == Some(true) || idempotent == Some(true)
        );
    }

    #[test]
    fn any_definition_comes_back_from_json(
        flags in any::<[bool; 7]>(),
        said in any::<[Option<bool>; 4]>(),
        texts in any::<[Option<String>; 3]>(),
        requires in proptest::collection::vec("[a-z.]{1,8}", 0..3),
        timeout in any::<Option<Duration>>(),
        max_output in any::<Option<usize>>(),
    ) {
        let [core, concurrent, pinned, untrusted, unrecorded, exact, blocking] = flags;
        let mut definition = Definition::new(schema())
            .with_core(core)
            .with_concurrent(concurrent)
            .with_pinned(pinned)
            .with_untrusted(untrusted)
            .with_unrecorded(unrecorded)
            .with_exact(exact)
            .with_blocking(blocking)
            .with_hints(Hints::from_said(said))
            .with_requires(requires);
        let [title, system_prompt, resource] = texts;
        if let Some(parameter) = resource {
            definition = definition.with_resource(parameter);
        }
        if let Some(title) = title {
            definition = definition.with_title(title);
        }
        if let Some(text) = system_prompt {
            definition = definition.with_system_prompt(text);
        }
        if let Some(timeout) = timeout {
            definition = definition.with_timeout(timeout);
        }
        if let Some(bytes) = max_output {
            definition = definition.with_max_output(bytes);
        }
        let text = serde_json::to_string(&definition).unwrap();
        prop_assert_eq!(serde_json::from_str::<Definition>(&text).unwrap(), definition);
    }
}
