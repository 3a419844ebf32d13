//! `dispatch` against a second reading of its table, made over whole `Value`s.

use loopd_tools::{CALL_TOOL, Dispatch, FIND_TOOL, Registry, dispatch};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{core_entry, entry};

fn registry() -> Registry {
    Registry::new(vec![
        core_entry("clock", "The date and time."),
        entry("echo", "Returns its text."),
        entry("größe", "Misst die GRÖSSE einer Datei."),
        entry("a", ""),
    ])
}

/// The table, read from a parsed envelope. Arguments are compared as JSON, not as text.
fn by_value(registry: &Registry, name: &str, arguments: &str) -> Dispatch {
    let parsed: Value = serde_json::from_str(arguments).unwrap_or(Value::Null);
    if name == FIND_TOOL {
        return Dispatch::Local(found(registry, parsed["query"].as_str()));
    }
    if name != CALL_TOOL {
        return Dispatch::Port {
            tool: name.to_owned(),
            arguments: arguments.to_owned(),
        };
    }
    let tool = parsed["name"].as_str().unwrap_or("");
    let known = registry
        .entries()
        .iter()
        .find(|entry| entry.schema.name == tool);
    let text = match known {
        None => format!("No tool named \"{tool}\""),
        Some(entry) if entry.core => "core tool".to_owned(),
        Some(_) if !parsed["arguments"].is_object() => "needs a JSON object".to_owned(),
        Some(_) => {
            return Dispatch::Port {
                tool: tool.to_owned(),
                arguments: parsed["arguments"].to_string(),
            };
        }
    };
    Dispatch::Local(text)
}

fn found(registry: &Registry, query: Option<&str>) -> String {
    let query = query.unwrap_or("").to_lowercase();
    let lines: Vec<String> = registry
        .entries()
        .iter()
        .map(|entry| &entry.schema)
        .filter(|schema| {
            schema.name.to_lowercase().contains(&query)
                || schema.description.to_lowercase().contains(&query)
        })
        .map(|schema| {
            json!({
                "name": schema.name,
                "description": schema.description,
                "parameters": schema.parameters,
            })
            .to_string()
        })
        .collect();
    if query.is_empty() || lines.is_empty() {
        return "No tool matches.".to_owned();
    }
    let (count, lines) = (lines.len(), lines.join("\n"));
    format!("{count} tool(s) match:\n{lines}\nCall it with call_tool.")
}

/// Whether both say the same: `call_tool`'s words may say more than the table demands.
fn agree(name: &str, said: &Dispatch, wanted: &Dispatch) -> bool {
    match (said, wanted) {
        (Dispatch::Local(said), Dispatch::Local(wanted)) if name == CALL_TOOL => {
            said.contains(wanted)
        }
        (
            Dispatch::Port { tool, arguments },
            Dispatch::Port {
                tool: wanted,
                arguments: value,
            },
        ) if name == CALL_TOOL => {
            let sent: Value = serde_json::from_str(arguments).unwrap();
            tool == wanted && sent.to_string() == *value
        }
        _ => said == wanted,
    }
}

fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(FIND_TOOL.to_owned()),
        Just(CALL_TOOL.to_owned()),
        Just("echo".to_owned()),
        any::<String>(),
    ]
}

fn json_values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-z]{0,3}", inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Envelopes that are often right in part.
fn envelopes() -> impl Strategy<Value = Value> {
    let tool = prop_oneof![
        prop::sample::select(vec![
            "echo",
            "clock",
            "größe",
            "a",
            "weather",
            "call_tool",
            ""
        ])
        .prop_map(Value::from),
        json_values(),
    ];
    let query = prop_oneof![
        prop::sample::select(vec!["E", "text", "GRÖSSE", "größe", ".", "zz", ""])
            .prop_map(Value::from),
        json_values(),
    ];
    let members = (
        prop::option::of(tool),
        prop::option::of(json_values()),
        prop::option::of(query),
        prop::collection::vec(("[a-z]{1,3}", json_values()), 0..3),
    );
    members.prop_map(|(tool, arguments, query, others)| {
        let mut envelope: serde_json::Map<String, Value> = others.into_iter().collect();
        envelope.extend(tool.map(|tool| ("name".to_owned(), tool)));
        envelope.extend(arguments.map(|value| ("arguments".to_owned(), value)));
        envelope.extend(query.map(|query| ("query".to_owned(), query)));
        Value::Object(envelope)
    })
}

/// JSON numbers as a model may write them, whatever a machine can hold of them.
const NUMBER: &str = "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,4})?";

proptest! {
    #[test]
    fn any_two_texts(name in names(), arguments in any::<String>()) {
        let said = dispatch(&registry(), &name, &arguments);
        let wanted = by_value(&registry(), &name, &arguments);
        prop_assert!(agree(&name, &said, &wanted), "{said:?}, not {wanted:?}");
    }

    #[test]
    fn any_envelope(name in names(), envelope in envelopes(), pretty in any::<bool>()) {
        let text = if pretty { format!("{envelope:#}") } else { envelope.to_string() };
        let said = dispatch(&registry(), &name, &text);
        let wanted = by_value(&registry(), &name, &text);
        prop_assert!(agree(&name, &said, &wanted), "{said:?}, not {wanted:?}");
    }

    /// A cut envelope never reaches the port through `call_tool`.
    #[test]
    fn no_cut_envelope_is_passed_on(arguments in json_values(), keep in 0_usize..100) {
        let text = json!({"name": "echo", "arguments": {"a": arguments}}).to_string();
        let mut end = text.len() * keep / 100;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let said = dispatch(&registry(), CALL_TOOL, &text[..end]);
        prop_assert!(matches!(said, Dispatch::Local(_)), "{said:?}");
    }

    #[test]
    fn the_arguments_keep_their_characters(
        members in prop::collection::vec(("[a-c]|\\\\u00e4", NUMBER), 0..5),
        space in "[ \t\r\n]{0,3}",
    ) {
        let members: Vec<String> = members
            .iter()
            .map(|(key, number)| format!("\"{key}\"{space}:{number}{space}"))
            .collect();
        let arguments = format!("{{{space}{}}}", members.join(","));
        let envelope = format!("{{{space}\"name\":\"echo\",\"arguments\":{space}{arguments}{space}}}");
        let wanted = Dispatch::Port {
            tool: "echo".to_owned(),
            arguments,
        };
        prop_assert_eq!(dispatch(&registry(), CALL_TOOL, &envelope), wanted);
    }
}

#[test]
fn depth_is_no_matter() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let arguments = format!("{{\"a\":{deep}}}");
    let envelope = format!("{{\"name\":\"echo\",\"arguments\":{arguments},\"b\":{deep}}}");
    let wanted = Dispatch::Port {
        tool: "echo".to_owned(),
        arguments,
    };
    assert_eq!(dispatch(&registry(), CALL_TOOL, &envelope), wanted);
    let query = format!("{{\"x\":{deep},\"query\":\"clock\"}}");
    let said = dispatch(&registry(), FIND_TOOL, &query);
    assert!(matches!(said, Dispatch::Local(text) if text.starts_with("1 tool(s) match:\n")));
}
