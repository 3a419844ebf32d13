//! What leniency never does, over any input.

use std::sync::Arc;

use loopd_tools::{CALL_TOOL, Dispatch, Dispatcher, FIND_TOOL, FakeTools, ToolRequest, dispatch};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::envelopes::registry;

/// What the strict and the lenient dispatcher hand to their port.
fn reached(name: &str, arguments: &str) -> (Vec<ToolRequest>, Vec<ToolRequest>, bool) {
    let calls = |lenient: bool| {
        let fake = Arc::new(FakeTools::new());
        let dispatcher = Dispatcher::new(registry(), Arc::clone(&fake));
        let dispatcher = if lenient {
            dispatcher.lenient()
        } else {
            dispatcher
        };
        let answer = dispatcher.call(name, arguments);
        (fake.calls(), !answer.repairs.is_empty())
    };
    let (strict, _) = calls(false);
    let (lenient, mended) = calls(true);
    (strict, lenient, mended)
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "send_mail",
            "noop",
            "join",
            "run",
            "create_user",
            "clock",
            "call_tool",
            "find_tool",
            "nope",
            "ann",
            "",
            "{}",
            "[]",
            r#"{"name":"noop"}"#,
            r#"{"to":"a","text":"b"}"#,
            r#"{"name":"noop","arguments":{}}"#,
        ])
        .prop_map(str::to_owned),
        ".{0,6}",
    ]
}

fn key() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "name",
        "tool_name",
        "tool",
        "function",
        "arguments",
        "args",
        "parameters",
        "input",
        "to",
        "text",
        "texts",
        "role",
        "query",
        "call_tool",
        "x",
    ])
    .prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        text().prop_map(Value::from),
        Just(Value::Null),
        any::<i64>().prop_map(Value::from)
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        prop_oneof![
            prop::collection::vec((key(), inner.clone()), 0..4).prop_map(Value::from_iter),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            inner.prop_map(|inner| Value::from(inner.to_string())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    /// What lenient dispatch reaches, the table reaches by the corrected envelope, and in its
    /// characters.
    #[test]
    fn the_corrected_envelope_reaches_the_same(
        name in prop::sample::select(vec![CALL_TOOL, FIND_TOOL, "echo", "noop", "clock"]),
        sent in value(),
    ) {
        let sent = sent.to_string();
        let (strict, lenient, mended) = reached(name, &sent);
        prop_assert!(lenient.len() <= 1);
        if !mended && !lenient.is_empty() {
            prop_assert_eq!(&lenient, &strict);
        }
        if let [call] = &lenient[..] {
            let arguments: &serde_json::value::RawValue = serde_json::from_str(&call.arguments).unwrap();
            let (via, envelope) = if name == CALL_TOOL {
                (CALL_TOOL, format!(r#"{{"name":{},"arguments":{}}}"#, json!(call.tool), arguments))
            } else {
                (name, call.arguments.clone())
            };
            let corrected = dispatch(&registry(), via, &envelope);
            prop_assert_eq!(corrected, Dispatch::Port { tool: call.tool.clone(), arguments: call.arguments.clone() });
            let core = registry().get(&call.tool).is_some_and(|entry| entry.core);
            prop_assert!(name != CALL_TOOL || !core);
            prop_assert!(call.tool != CALL_TOOL && call.tool != FIND_TOOL);
        }
    }

    /// What the table passes on stays the same call, but for an envelope inside itself.
    #[test]
    fn what_is_right_stays(tool in "[a-z_]{1,8}", arguments in value()) {
        let envelope = json!({"name": tool, "arguments": arguments}).to_string();
        let (strict, lenient, mended) = reached(CALL_TOOL, &envelope);
        if !strict.is_empty() {
            prop_assert_eq!(strict.len(), lenient.len());
            prop_assert!(mended || strict == lenient);
            prop_assert_eq!(&strict[0].tool, &lenient[0].tool);
        }
    }

    #[test]
    fn any_text_is_answered(name in prop::sample::select(vec![CALL_TOOL, FIND_TOOL]), sent in any::<String>()) {
        let (_, lenient, _) = reached(name, &sent);
        prop_assert!(lenient.len() <= 1);
    }
}
