//! What the model reads of a ranked search.

use loopd_tools::search::FindStyle;
use loopd_tools::{Dispatcher, Entry, FakeTools, Registry, ToolSchema};
use serde_json::{Value, json};

use crate::{entry, office};

fn ranked() -> Dispatcher {
    Dispatcher::new(office(), FakeTools::new()).ranked()
}

fn find(dispatcher: &Dispatcher, query: &str) -> String {
    let answer = dispatcher.call("find_tool", &json!({ "query": query }).to_string());
    assert!(!answer.truncated);
    answer.text
}

#[test]
fn each_hit_has_its_schema_and_the_call_to_make() {
    let text = find(&ranked(), "person");
    let expected = concat!(
        "1 tool(s) match, showing 1 of 1, best first:\n",
        r#"{"name":"send_mail","description":"Send an email to a person.","parameters":{"type":"object","#,
        r#""properties":{"to":{"type":"string"},"text":{"type":"string"}},"required":["to","text"],"#,
        r#""additionalProperties":false}}"#,
        "\n",
        r#"Call: call_tool {"name":"send_mail","arguments":{"to":"text","text":"text"}}"#,
        "\nCall it with call_tool.",
    );
    assert_eq!(text, expected);
}

#[test]
fn core_tools_are_found_and_called_directly() {
    let text = find(&ranked(), "current time");
    assert!(text.contains("\"name\":\"clock\""), "{text}");
    assert!(
        text.contains("\nA core tool, called directly: clock {}\n"),
        "{text}"
    );
    assert!(!text.contains("call_tool {\"name\":\"clock\""), "{text}");
}

/// The lines that say which calls to make are calls that reach the port as they stand.
#[test]
fn the_calls_are_calls() {
    let fake = std::sync::Arc::new(FakeTools::new());
    let dispatcher = Dispatcher::new(office(), std::sync::Arc::clone(&fake)).ranked();
    let text = find(
        &dispatcher,
        "file folder mail event weather exchange commit",
    );
    let calls: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("Call: call_tool "))
        .collect();
    assert_eq!(calls.len(), 7, "{text}");
    for call in calls {
        let _ = dispatcher.call("call_tool", call);
        let wanted: Value = serde_json::from_str(call).unwrap();
        let reached = fake.calls().pop().unwrap();
        assert_eq!(wanted["name"], *reached.tool);
        assert_eq!(wanted["arguments"].to_string(), reached.arguments);
    }
    assert_eq!(fake.calls().len(), 7);
}

#[test]
fn no_match_is_said_with_the_number_of_tools_and_a_way_on() {
    let dispatcher = ranked();
    for (query, begins) in [
        ("", "The query is empty. Search again"),
        (
            "what is the",
            "No tool matches. The query \"what is the\" has no word to search for.",
        ),
        ("quuxification", "No tool matches. 8 tool(s) were searched."),
    ] {
        let text = find(&dispatcher, query);
        assert!(text.starts_with(begins), "{text}");
        assert!(
            text.contains(r#"find_tool {"query":"send message"}"#),
            "{text}"
        );
    }
    let text = dispatcher.call("find_tool", "[]").text;
    assert!(text.starts_with("The query is empty."), "{text}");
    assert!(find(&dispatcher, "select:clock,nope").contains("No tool is named \"nope\"."));
}

fn big(count: usize, length: usize) -> Registry {
    let said = |tool: usize| format!("Reads book {tool}. {}", "a ".repeat(length / 2));
    Registry::new(
        (0..count)
            .map(|tool| entry(&format!("read_{tool}"), &said(tool), &["page"]))
            .collect(),
    )
}

#[test]
fn schemas_are_whole_or_not_there() {
    for bytes in [300, 900, 2_000, 5_000, 100_000] {
        let dispatcher =
            Dispatcher::new(big(20, 700), FakeTools::new()).with_find_limits(20, bytes);
        let text = find(&dispatcher, "read book");
        assert!(text.len() <= bytes.max(512), "{} of {bytes}", text.len());
        let shown = text.lines().filter(|line| line.starts_with('{'));
        let shown: Vec<ToolSchema> = shown
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let said = format!("20 tool(s) match, showing {} of 20", shown.len());
        assert!(text.starts_with(&said), "{text}");
        assert!(
            shown.len() == 20 || text.contains("No room for read_"),
            "{text}"
        );
    }
}

#[test]
fn the_budget_is_never_over_the_cap() {
    let dispatcher = Dispatcher::new(big(20, 700), FakeTools::new())
        .ranked()
        .with_cap(3_000);
    let answer = dispatcher.call("find_tool", r#"{"query":"read book"}"#);
    assert!(answer.text.len() <= 3_000 && !answer.truncated);
}

#[test]
fn the_compact_form_says_all_in_fewer_bytes() {
    let schema = ToolSchema {
        name: "read_file".to_owned(),
        description: "Reads a file.\n\nNever a folder.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "The file.", "minLength": 1},
                "mode": {"type": "string", "enum": ["text", "binary"]},
                "ranges": {"type": "array", "items": {
                    "type": "object",
                    "properties": {"start": {"type": "integer"}, "end": {"type": "integer", "description": "Last line."}},
                    "required": ["start"],
                    "additionalProperties": false,
                }},
                "anything": {},
            },
            "required": ["path"],
            "additionalProperties": false,
        }),
    };
    let registry = Registry::new(vec![Entry {
        schema,
        core: false,
    }]);
    let dispatcher = Dispatcher::new(registry, FakeTools::new());
    let compact = find(
        &dispatcher.clone().with_find_style(FindStyle::Compact),
        "file",
    );
    let expected = "1 tool(s) match, showing 1 of 1, best first:
read_file: Reads a file. Never a folder.
  path (string minLength=1, required): The file.
  mode (string one of \"text\"|\"binary\")
  ranges (list of {start: integer, end?: integer /* Last line. */})
  anything (any)
Call: call_tool {\"name\":\"read_file\",\"arguments\":{\"path\":\"text\"}}
Call it with call_tool.";
    assert_eq!(compact, expected);
    assert!(compact.len() < find(&dispatcher.ranked(), "file").len() * 3 / 4);
}

#[test]
fn without_ranked_the_answer_is_the_seeds() {
    let dispatcher = Dispatcher::new(office(), FakeTools::new()).lenient();
    let text = find(&dispatcher, "email");
    assert!(
        text.starts_with("1 tool(s) match:\n{") && text.ends_with("}\nCall it with call_tool.")
    );
}
