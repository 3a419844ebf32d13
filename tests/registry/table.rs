//! The dispatch table, a test a row.

use loopd_tools::{CALL_TOOL, Dispatch, FIND_TOOL, Registry, dispatch};

use crate::{core_entry, entry};

fn port(tool: &str, arguments: &str) -> Dispatch {
    Dispatch::Port {
        tool: tool.to_owned(),
        arguments: arguments.to_owned(),
    }
}

fn local(text: &str) -> Dispatch {
    Dispatch::Local(text.to_owned())
}

/// `clock` is core; `echo`, `read_file` and `write_file` are not.
fn registry() -> Registry {
    let known = Registry::m2b();
    let files = [
        entry("read_file", "Reads a \"text\" file."),
        entry("write_file", "Writes a file,\nline by line: Ümlaut."),
    ];
    known.entries().iter().cloned().chain(files).collect()
}

const ECHO_LINE: &str = r#"{"name":"echo","description":"Returns its text argument unchanged.","parameters":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}}"#;
const CLOCK_LINE: &str = r#"{"name":"clock","description":"The current date and time, as RFC 3339 in UTC.","parameters":{"type":"object","properties":{},"additionalProperties":false}}"#;
const READ_LINE: &str = r#"{"name":"read_file","description":"Reads a \"text\" file.","parameters":{"type":"object","properties":{"text":{"type":"string"}}}}"#;
const WRITE_LINE: &str = r#"{"name":"write_file","description":"Writes a file,\nline by line: Ümlaut.","parameters":{"type":"object","properties":{"text":{"type":"string"}}}}"#;

#[test]
fn find_tool_with_matches_gives_their_schemas_as_json_lines() {
    for (arguments, lines) in [
        (r#"{"query":"unchanged"}"#, vec![ECHO_LINE]),
        (r#"{"query":"RFC 3339"}"#, vec![CLOCK_LINE]),
        (r#"{"query":"FILE"}"#, vec![READ_LINE, WRITE_LINE]),
        (r#"{"query":"text"}"#, vec![ECHO_LINE, READ_LINE]),
        (r#"{"query":"üMLAUT"}"#, vec![WRITE_LINE]),
        ("{\"query\": \"file,\\nline\"}", vec![WRITE_LINE]),
        (r#"{"query":"\u0065cho"}"#, vec![ECHO_LINE]),
        (r#" { "query" : "echo" , "limit" : 1e999 } "#, vec![ECHO_LINE]),
        (r#"{"why":{"query":1},"query":"echo"}"#, vec![ECHO_LINE]),
    ] {
        let count = lines.len();
        let lines = lines.join("\n");
        let text = format!("{count} tool(s) match:\n{lines}\nCall it with call_tool.");
        assert_eq!(dispatch(&registry(), FIND_TOOL, arguments), local(&text), "{arguments}");
    }
}

#[test]
fn find_tool_without_a_match_or_a_string_query_says_so() {
    for arguments in [
        r#"{"query":"weather"}"#,
        r#"{"query":""}"#,
        r#"{"query":"echo clock"}"#,
        r#"{"query":["echo"]}"#,
        r#"{"query":null}"#,
        r#"{"query":7}"#,
        r#"{"Query":"echo"}"#,
        "{}",
        "",
        " ",
        "null",
        "echo",
        r#""echo""#,
        r#"["echo"]"#,
        r#"{"query":"echo""#,
        r#"{"query":"echo"} and more"#,
        r#"{"query":"echo",}"#,
        r#"{"query":"echo","query":"clock"}"#,
    ] {
        let said = dispatch(&registry(), FIND_TOOL, arguments);
        assert_eq!(said, local("No tool matches."), "{arguments}");
    }
}

#[test]
fn call_tool_passes_a_known_tool_on_with_the_arguments_own_characters() {
    for (envelope, tool, arguments) in [
        (r#"{"name":"echo","arguments":{"text":"hi"}}"#, "echo", r#"{"text":"hi"}"#),
        (r#"{"arguments":{},"name":"echo"}"#, "echo", "{}"),
        (r#"{"name":"echo","arguments":{"b":1,"a":2}}"#, "echo", r#"{"b":1,"a":2}"#),
        (r#"{"name":"echo","arguments":{"a":1,"a":2}}"#, "echo", r#"{"a":1,"a":2}"#),
        (
            r#"{"name":"echo","arguments":{"n":123456789012345678901234567890.10,"e":1E400}}"#,
            "echo",
            r#"{"n":123456789012345678901234567890.10,"e":1E400}"#,
        ),
        (
            "{\"name\":\"echo\",\"arguments\": { \"text\" :\n\t\"\\u0061\\/\" } }",
            "echo",
            "{ \"text\" :\n\t\"\\u0061\\/\" }",
        ),
        (r#"{"name":"echo","arguments":{"text":"\ud800"}}"#, "echo", r#"{"text":"\ud800"}"#),
        (r#"{"n\u0061me":"\u0065cho","arguments":{}}"#, "echo", "{}"),
        (r#"{"name":"write_file","why":[1,{}],"arguments":{},"x":null}"#, "write_file", "{}"),
        (r#"{"name":"echo","arguments":{"name":"clock"}}"#, "echo", r#"{"name":"clock"}"#),
    ] {
        assert_eq!(dispatch(&registry(), CALL_TOOL, envelope), port(tool, arguments), "{envelope}");
    }
}

#[test]
fn call_tool_of_a_core_tool_says_to_call_it_directly() {
    for envelope in [
        r#"{"name":"clock","arguments":{}}"#,
        r#"{"name":"clock","arguments":"{}"}"#,
        r#"{"name":"clock","arguments":7}"#,
        r#"{"name":"clock"}"#,
    ] {
        let text = "\"clock\" is a core tool. Call it directly, without call_tool.";
        assert_eq!(dispatch(&registry(), CALL_TOOL, envelope), local(text), "{envelope}");
    }
}

#[test]
fn call_tool_of_an_unknown_name_says_which() {
    for (envelope, name) in [
        (r#"{"name":"weather","arguments":{}}"#, "weather"),
        (r#"{"name":"weather","arguments":"{}"}"#, "weather"),
        (r#"{"name":"weather"}"#, "weather"),
        (r#"{"name":"Echo","arguments":{}}"#, "Echo"),
        (r#"{"name":" echo","arguments":{}}"#, " echo"),
        (r#"{"name":"call_tool","arguments":{}}"#, "call_tool"),
        (r#"{"name":"find_tool","arguments":{"query":"echo"}}"#, "find_tool"),
        (r#"{"name":"\"\n","arguments":{}}"#, "\"\n"),
    ] {
        let text = format!("No tool named \"{name}\". Find tools with find_tool.");
        assert_eq!(dispatch(&registry(), CALL_TOOL, envelope), local(&text), "{envelope}");
    }
}

#[test]
fn call_tool_without_a_name_prints_an_empty_one() {
    for envelope in [
        r#"{"arguments":{"text":"hi"}}"#,
        r#"{"name":null,"arguments":{}}"#,
        r#"{"name":7,"arguments":{}}"#,
        r#"{"name":["echo"],"arguments":{}}"#,
        r#"{"name":"","arguments":{}}"#,
        r#"{"tool_name":"echo","arguments":{}}"#,
        r#"["echo",{"text":"hi"}]"#,
        r#""echo""#,
        "{}",
        "",
        "null",
        "no JSON",
        r#"{"name":"echo","arguments":{"text":"cut of"#,
        r#"{"name":"echo","arguments":{}} and more"#,
        r#"{"name":"echo","name":"clock","arguments":{}}"#,
        r#"{"name":"echo","arguments":{},"arguments":{}}"#,
    ] {
        let Dispatch::Local(text) = dispatch(&registry(), CALL_TOOL, envelope) else {
            panic!("{envelope} reaches the port");
        };
        assert!(text.contains("No tool named \"\""), "{envelope}: {text}");
    }
}

#[test]
fn call_tool_without_an_object_says_that_it_needs_one() {
    for envelope in [
        r#"{"name":"echo"}"#,
        r#"{"name":"echo","arguments":null}"#,
        r#"{"name":"echo","arguments":"{\"text\":\"hi\"}"}"#,
        r#"{"name":"echo","arguments":["hi"]}"#,
        r#"{"name":"echo","arguments":7}"#,
        r#"{"name":"echo","arguments":true}"#,
        r#"{"name":"echo","args":{"text":"hi"}}"#,
        r#"{"name":"echo","text":"hi"}"#,
    ] {
        let text = "call_tool needs a JSON object in \"arguments\", one that fits the schema of \
                    \"echo\".";
        assert_eq!(dispatch(&registry(), CALL_TOOL, envelope), local(text), "{envelope}");
    }
}

#[test]
fn every_other_name_goes_to_the_port_unchanged() {
    for name in ["clock", "echo", "read_file", "weather", "", " find_tool", "Call_Tool", "\u{0}"] {
        for arguments in ["{}", "", "null", "no JSON", r#"{"a":1,"a":2}"#, "{\"text\": \"hi", "\u{feff}{}"] {
            let said = dispatch(&registry(), name, arguments);
            assert_eq!(said, port(name, arguments), "{name:?} {arguments:?}");
        }
    }
}

#[test]
fn an_entry_decides_by_its_core_flag_alone() {
    let registry = Registry::new(vec![core_entry("echo", "One."), entry("clock", "Two.")]);
    let said = dispatch(&registry, CALL_TOOL, r#"{"name":"clock","arguments":{}}"#);
    assert_eq!(said, port("clock", "{}"));
    let said = dispatch(&registry, CALL_TOOL, r#"{"name":"echo","arguments":{}}"#);
    assert!(matches!(said, Dispatch::Local(text) if text.contains("core tool")));
}

#[test]
fn an_empty_registry_answers_both_reserved_names_itself() {
    let registry = Registry::default();
    let found = dispatch(&registry, FIND_TOOL, r#"{"query":"e"}"#);
    assert_eq!(found, local("No tool matches."));
    let called = dispatch(&registry, CALL_TOOL, r#"{"name":"echo","arguments":{}}"#);
    assert_eq!(called, local("No tool named \"echo\". Find tools with find_tool."));
}
