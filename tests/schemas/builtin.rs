//! The four tools of the crate itself, to the byte: hosts have stored these.

use loopd_tools::{call_tool_schema, clock_schema, echo_schema, find_tool_schema};

#[test]
fn parameters_are_the_fixed_bytes() {
    let fixed = [
        (
            clock_schema(),
            r#"{"type":"object","properties":{},"additionalProperties":false}"#,
        ),
        (
            echo_schema(),
            r#"{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}"#,
        ),
        (
            find_tool_schema(),
            r#"{"type":"object","properties":{"query":{"type":"string","description":"A word or phrase from the name or description of the tool."}},"required":["query"],"additionalProperties":false}"#,
        ),
        (
            call_tool_schema(),
            r#"{"type":"object","properties":{"name":{"type":"string"},"arguments":{"type":"object"}},"required":["name","arguments"],"additionalProperties":false}"#,
        ),
    ];
    for (schema, bytes) in fixed {
        assert_eq!(schema.parameters.to_string(), bytes, "{}", schema.name);
    }
}

#[test]
fn descriptions_are_the_fixed_texts() {
    assert_eq!(
        clock_schema().description,
        "The current date and time, as RFC 3339 in UTC."
    );
    assert_eq!(
        echo_schema().description,
        "Returns its text argument unchanged."
    );
    assert_eq!(
        find_tool_schema().description,
        "Search for more tools by keyword. Returns the schemas of the tools that match."
    );
    assert_eq!(
        call_tool_schema().description,
        "Call a tool that find_tool returned. Pass its name and an arguments object that fits its schema."
    );
}
