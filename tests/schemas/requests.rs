//! The `tools` array of a request: rendered once, and checked against the limits of a request.

use std::sync::Arc;

use loopd_tools::{
    Dialect, Entry, Registry, Severity, ToolSchema, Usage, call_tool_schema, clock_schema,
};
use serde_json::{Value, json};

fn many(count: usize, optional: usize) -> Registry {
    let tool = |number: usize| {
        let properties: serde_json::Map<String, Value> = (0..optional)
            .map(|field| {
                (
                    format!("f{field}"),
                    json!({"type": "string", "description": "A field."}),
                )
            })
            .collect();
        ToolSchema {
            name: format!("tool_{number}"),
            description: "Does something.".to_owned(),
            parameters: json!({
                "type": "object",
                "properties": properties,
                "additionalProperties": false
            }),
        }
    };
    (0..count)
        .map(|number| Entry {
            schema: tool(number),
            core: true,
        })
        .collect()
}

fn rules(registry: &Registry, dialect: Dialect) -> Vec<&'static str> {
    let found = registry.check(dialect);
    found
        .iter()
        .filter(|found| found.severity == Severity::Refused)
        .map(|found| found.rule)
        .collect()
}

#[test]
fn the_array_is_rendered_once() {
    let registry = Registry::m2b();
    for dialect in Dialect::ALL {
        let one = registry.tools(dialect);
        assert!(Arc::ptr_eq(&one, &registry.tools(dialect)), "{dialect}");
        assert!(
            Arc::ptr_eq(&one, &registry.clone().tools(dialect)),
            "{dialect}"
        );
        // Another registry of the same tools has the same bytes.
        assert_eq!(one, Registry::m2b().tools(dialect), "{dialect}");
    }
}

#[test]
fn the_array_holds_the_core_tools_in_their_order() {
    let tools: Vec<Value> =
        serde_json::from_str(&Registry::m2b().tools(Dialect::LlamaCpp)).expect("JSON");
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["function"]["name"]).collect();
    assert_eq!(names, ["clock", "find_tool", "call_tool"]);
}

#[test]
fn the_elements_are_the_consumers_own() {
    let element = |dialect| clock_schema().lower(dialect).element.to_string();
    let description = "The current date and time, as RFC 3339 in UTC.";
    let empty = r#"{"type":"object","properties":{},"additionalProperties":false}"#;
    let open = r#"{"type":"object","properties":{}}"#;
    let expected = [
        (
            Dialect::OpenAi,
            format!(
                r#"{{"type":"function","function":{{"name":"clock","description":"{description}","parameters":{empty},"strict":false}}}}"#
            ),
        ),
        (
            Dialect::OpenAiStrict,
            format!(
                r#"{{"type":"function","function":{{"name":"clock","description":"{description}","parameters":{empty},"strict":true}}}}"#
            ),
        ),
        (
            Dialect::Anthropic,
            format!(r#"{{"name":"clock","description":"{description}","input_schema":{empty}}}"#),
        ),
        (
            Dialect::AnthropicStrict,
            format!(
                r#"{{"name":"clock","description":"{description}","input_schema":{empty},"strict":true}}"#
            ),
        ),
        (
            Dialect::Gemini,
            format!(r#"{{"name":"clock","description":"{description}"}}"#),
        ),
        (
            Dialect::Mistral,
            format!(
                r#"{{"type":"function","function":{{"name":"clock","description":"{description}","parameters":{empty}}}}}"#
            ),
        ),
        (
            Dialect::Mcp,
            format!(r#"{{"name":"clock","description":"{description}","inputSchema":{empty}}}"#),
        ),
        (
            Dialect::LlamaCpp,
            format!(
                r#"{{"type":"function","function":{{"name":"clock","description":"{description}","parameters":{empty}}}}}"#
            ),
        ),
        (
            Dialect::Ollama,
            format!(
                r#"{{"type":"function","function":{{"name":"clock","description":"{description}","parameters":{open}}}}}"#
            ),
        ),
    ];
    for (dialect, expected) in expected {
        assert_eq!(element(dialect), expected, "{dialect}");
    }
}

/// A22: 128 tools of one request, `find_tool` and `call_tool` among them.
#[test]
fn counts_of_tools() {
    assert!(rules(&many(126, 0), Dialect::OpenAi).is_empty());
    assert_eq!(rules(&many(127, 0), Dialect::OpenAi), ["tools"]);
    assert!(rules(&many(127, 0), Dialect::Anthropic).is_empty());
}

/// A28: Anthropic counts strict tools, optional parameters and unions over the request.
#[test]
fn strict_budgets_of_a_request() {
    // `find_tool` is strict too, `call_tool` holds a free object and is not.
    assert!(rules(&many(19, 1), Dialect::AnthropicStrict).is_empty());
    assert_eq!(
        rules(&many(20, 1), Dialect::AnthropicStrict),
        ["strict_tools"]
    );
    assert_eq!(
        rules(&many(5, 5), Dialect::AnthropicStrict),
        ["strict_optional"]
    );
    assert!(rules(&many(4, 6), Dialect::AnthropicStrict).is_empty());
}

#[test]
fn strict_budgets_of_a_schema() {
    let with = |parameters: Value| ToolSchema {
        name: "tool".to_owned(),
        description: "Does something.".to_owned(),
        parameters,
    };
    let rules = |parameters: Value| -> Vec<&'static str> {
        let found = with(parameters).check(Dialect::OpenAiStrict);
        found
            .into_iter()
            .filter(|found| found.severity == Severity::Refused)
            .map(|found| found.rule)
            .collect()
    };
    let values = |count: usize, length: usize| -> Vec<String> {
        (0..count)
            .map(|number| format!("{number:0>length$}"))
            .collect()
    };
    let choice = |values: Vec<String>| {
        json!({
            "type": "object",
            "properties": {"which": {"type": "string", "description": "Which.", "enum": values}},
            "additionalProperties": false
        })
    };
    assert!(rules(choice(values(1_000, 4))).is_empty());
    assert_eq!(rules(choice(values(1_001, 4))), ["strict_enum_values"]);
    assert_eq!(rules(choice(values(251, 60))), ["strict_large_enum"]);
    assert!(rules(choice(values(250, 61))).is_empty());
    let mut deep = json!({"type": "string"});
    for _ in 0..10 {
        deep = json!({
            "type": "object",
            "properties": {"in": deep},
            "additionalProperties": false
        });
    }
    assert!(rules(deep.clone()).is_empty());
    let deeper =
        json!({"type": "object", "properties": {"in": deep}, "additionalProperties": false});
    assert_eq!(rules(deeper), ["strict_levels"]);
}

/// A22, A28: how much of each limit is used, so that a host can choose.
#[test]
fn what_is_used_of_the_limits() {
    let used = |used: Vec<Usage>| -> Vec<(&str, usize, usize)> {
        used.into_iter()
            .map(|used| (used.rule, used.count, used.limit))
            .collect()
    };
    // `find_tool` and `call_tool` are in each request; `call_tool` can't be strict.
    let registry = many(5, 3);
    assert_eq!(used(registry.usage(Dialect::OpenAi)), [("tools", 7, 128)]);
    assert_eq!(
        used(registry.usage(Dialect::AnthropicStrict)),
        [
            ("strict_tools", 6, 20),
            ("strict_optional", 15, 24),
            ("strict_unions", 0, 16)
        ]
    );
    assert_eq!(registry.usage(Dialect::Ollama), []);
    let one = &registry.entries()[0].schema;
    assert_eq!(
        used(one.usage(Dialect::AnthropicStrict)),
        [
            ("strict_tools", 1, 20),
            ("strict_optional", 3, 24),
            ("strict_unions", 0, 16)
        ]
    );
    assert_eq!(
        used(one.usage(Dialect::OpenAiStrict)),
        [
            ("strict_properties", 3, 5_000),
            ("strict_levels", 1, 10),
            ("strict_characters", 6, 120_000),
            ("strict_enum_values", 0, 1_000)
        ]
    );
    // What is not sent as strict costs nothing.
    assert_eq!(call_tool_schema().usage(Dialect::AnthropicStrict), []);
    assert_eq!(one.usage(Dialect::Anthropic), []);
    let over: Vec<bool> = many(127, 0)
        .usage(Dialect::OpenAi)
        .iter()
        .map(Usage::is_over)
        .collect();
    assert_eq!(over, [true]);
}

#[test]
fn findings_read_as_sentences() {
    let found = many(127, 0).check(Dialect::OpenAi);
    assert_eq!(
        found.last().expect("a finding").to_string(),
        "129 tools, and 128 are allowed in a request (tools)"
    );
    let unnamed = ToolSchema {
        name: "a b".to_owned(),
        ..clock_schema()
    };
    assert_eq!(
        unnamed.check(Dialect::Mcp)[0].to_string(),
        "tool `a b`: the arguments: the name has 3 characters; allowed are 1 to 128 letters, digits \
         and `_.-` (name)"
    );
}
