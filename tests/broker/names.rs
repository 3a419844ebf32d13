//! Which tool a call means, and what a model reads if there is none.

use loopd_tools::broker::End;
use loopd_tools::{
    Broker, CallContext, Control, Echo, Outcome, Tool, ToolErrorKind, ToolResponse, Toolbox,
};
use serde_json::json;

use crate::drive::{now, raw, request};
use crate::tools::Says;

fn broker() -> Broker {
    let toolbox = Toolbox::new();
    for name in ["read_file", "write_file", "search", "fetch"] {
        toolbox.register(Says::new(name, name)).unwrap();
    }
    let clock = Says::new("clock", "noon").define(|tool| tool.with_core(true));
    toolbox.register(clock).unwrap();
    toolbox.register(Echo::tool()).unwrap();
    toolbox.register(Says::new("secret", "hidden")).unwrap();
    toolbox.hide("secret").unwrap();
    Broker::builder(toolbox).without_timer().build().unwrap()
}

fn call(tool: &str, arguments: &str) -> Outcome {
    now(broker().call(raw(tool, arguments), CallContext::new()))
}

#[test]
fn a_call_goes_to_the_tool_of_its_name() {
    let outcome = call("search", "{}");
    assert_eq!(outcome.text(), "search");
    assert!(outcome.is_ok());
    assert_eq!(outcome.tool, "search");
    assert_eq!(outcome.control(), Control::Continue);
    let digest = broker()
        .toolbox()
        .get("search")
        .unwrap()
        .definition()
        .schema()
        .digest();
    assert_eq!(outcome.digest, Some(digest));
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest_three_and_the_number_of_tools() {
    let outcome = call("readfile", "{}");
    let error = outcome.error().unwrap();
    assert_eq!(error.kind(), ToolErrorKind::NotFound);
    let text = outcome.text();
    assert!(
        text.starts_with("no tool is named \"readfile\"; there are 6 tools\n"),
        "{text}"
    );
    let names: Vec<&str> = text.lines().skip(2).collect();
    assert_eq!(names.len(), 3, "{text}");
    assert_eq!(
        names[0],
        r#"read_file, called as call_tool {"name":"read_file","arguments":{..}}"#
    );
    assert_eq!(outcome.digest, None);
    assert!(matches!(outcome.response(), ToolResponse::Failed { message } if message == text));
}

#[test]
fn a_core_tool_among_the_nearest_is_called_by_its_name() {
    let text = call("clok", "{}").text().into_owned();
    assert_eq!(text.lines().nth(2), Some("clock"), "{text}");
}

#[test]
fn a_hidden_name_is_not_offered_and_can_be_called() {
    assert_eq!(call("secret", "{}").text(), "hidden");
    assert!(!call("secre", "{}").text().contains("secret\n"));
    let through = call("call_tool", r#"{"name":"secret","arguments":{}}"#);
    assert!(
        through.text().contains("No tool named \"secret\""),
        "{}",
        through.text()
    );
}

#[test]
fn an_empty_toolbox_says_so() {
    let broker = Broker::builder(Toolbox::new())
        .without_timer()
        .build()
        .unwrap();
    let outcome = now(broker.call(raw("x", "{}"), CallContext::new()));
    assert_eq!(
        outcome.text(),
        "no tool is named \"x\"; there is no tool at all\nAnswer without tools."
    );
}

#[test]
fn a_name_that_is_no_name_is_shown_escaped_and_short() {
    let name = format!("\u{1b}[31m\u{202e}{}", "x".repeat(5000));
    let text = call(&name, "{}").text().into_owned();
    assert!(text.len() < 500, "{}", text.len());
    assert!(!text.contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn the_hosts_own_names_are_resolved_to_the_tool_that_is_meant() {
    let arguments = json!({"name": "echo", "arguments": {"text": "hi"}});
    let outcome = now(broker().call(request("call_tool", &arguments), CallContext::new()));
    assert_eq!(
        (outcome.tool.as_str(), outcome.text().as_ref()),
        ("echo", "hi")
    );
    let found = call("find_tool", r#"{"query":"read_file"}"#);
    assert!(
        found.text().starts_with("1 tool(s) match:"),
        "{}",
        found.text()
    );
    assert!(found.is_ok());
    let core = call("call_tool", r#"{"name":"clock","arguments":{}}"#);
    assert!(core.text().contains("core tool"), "{}", core.text());
}

#[test]
fn call_tool_never_calls_itself() {
    for inner in ["call_tool", "find_tool"] {
        let arguments = json!({"name": inner, "arguments": {"name": "echo", "arguments": {}}});
        let outcome = now(broker().call(request("call_tool", &arguments), CallContext::new()));
        assert!(matches!(&outcome.end, End::Output(_)));
        assert!(
            outcome
                .text()
                .contains(&format!("No tool named \"{inner}\""))
        );
        assert_eq!(outcome.digest, None);
    }
}

#[test]
fn arguments_that_do_not_fit_are_told_with_their_places() {
    let outcome = call("echo", r#"{"txet":"hi"}"#);
    let error = outcome.error().unwrap();
    assert_eq!(error.kind(), ToolErrorKind::InvalidInput);
    assert!(outcome.text().contains("text"), "{}", outcome.text());
}

#[test]
fn repairs_are_told_to_the_host() {
    let outcome = call("echo", r#""{\"text\":\"hi\"}""#);
    assert_eq!(outcome.text(), "hi");
    assert_eq!(outcome.repairs.len(), 1);
    let toolbox = Toolbox::new();
    toolbox.register(Echo::tool()).unwrap();
    let exact = Broker::builder(toolbox)
        .without_timer()
        .exact(true)
        .build()
        .unwrap();
    let outcome = now(exact.call(raw("echo", r#""{\"text\":\"hi\"}""#), CallContext::new()));
    assert_eq!(outcome.error().unwrap().kind(), ToolErrorKind::InvalidInput);
}
