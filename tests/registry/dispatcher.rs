//! `Dispatcher`: the table, a port and a cap together.

use std::sync::Arc;

use loopd_tools::{
    CALL_TOOL, Class, DenyReason, Dispatch, Dispatcher, FIND_TOOL, FakeTools, Registry, ToolPort,
    ToolRequest, ToolResponse, cap_result, dispatch,
};
use proptest::prelude::*;

use crate::{core_entry, entry};

/// Answers every call with one response.
struct Fixed(ToolResponse);

impl ToolPort for Fixed {
    fn call(&self, _: &ToolRequest) -> ToolResponse {
        self.0.clone()
    }
}

fn fixed(response: ToolResponse) -> Dispatcher {
    Dispatcher::new(Registry::m2b(), Fixed(response))
}

fn result(text: &str, untrusted: bool, truncated: bool) -> ToolResponse {
    ToolResponse::Result {
        text: text.to_owned(),
        class: Class::Private,
        untrusted,
        truncated,
    }
}

#[test]
fn a_result_reaches_the_model_with_all_that_is_said_of_it() {
    for (untrusted, truncated) in [(false, false), (true, false), (false, true), (true, true)] {
        let answer = fixed(result("hi", untrusted, truncated)).call("echo", "{}");
        assert_eq!(answer.text, "hi");
        assert_eq!(answer.class, Class::Private);
        assert_eq!((answer.untrusted, answer.truncated), (untrusted, truncated));
    }
}

#[test]
fn a_long_result_is_capped_and_says_so() {
    let dispatcher = fixed(result("aäöü", false, false)).with_cap(4);
    let answer = dispatcher.call("echo", "{}");
    assert_eq!((&*answer.text, answer.truncated), ("aä\n[truncated]", true));
    assert_eq!(dispatcher.cap(), 4);
}

#[test]
fn the_cap_is_sixteen_kibibytes_unless_said_otherwise() {
    let whole = "a".repeat(16 * 1024);
    let answer = fixed(result(&whole, false, false)).call("echo", "{}");
    assert_eq!((answer.text, answer.truncated), (whole.clone(), false));
    let answer = fixed(result(&(whole.clone() + "b"), false, false)).call("echo", "{}");
    assert_eq!((answer.text, answer.truncated), (whole + "\n[truncated]", true));
}

#[test]
fn failures_and_denials_are_words_for_the_model() {
    let failed = ToolResponse::Failed {
        message: "no such file".to_owned(),
    };
    let denied = |reason| ToolResponse::Denied { reason };
    let missing = vec!["fs.read".to_owned(), "net".to_owned()];
    for (response, text) in [
        (failed, "The tool failed: no such file"),
        (denied(DenyReason::NoGrant), "The call was denied: nothing grants it."),
        (denied(DenyReason::Rule), "The call was denied: a rule forbids it."),
        (denied(DenyReason::Refused), "The call was denied: the person refused it."),
        (
            denied(DenyReason::ApprovalRequired { missing }),
            "The call was denied: a person has to approve it, and none is present; missing: \
             fs.read, net.",
        ),
    ] {
        let answer = fixed(response).call("echo", "{}");
        assert_eq!(answer.text, text);
        assert_eq!(answer.class, Class::Public);
        assert!(!answer.untrusted && !answer.truncated);
    }
}

#[test]
fn the_host_answers_its_own_calls_without_the_port() {
    let fake = Arc::new(FakeTools::new());
    let dispatcher = Dispatcher::new(Registry::m2b(), Arc::clone(&fake)).with_cap(9);
    let answer = dispatcher.call(FIND_TOOL, r#"{"query":"echo"}"#);
    assert_eq!((&*answer.text, answer.truncated), ("1 tool(s)\n[truncated]", true));
    let answer = dispatcher.call(CALL_TOOL, r#"{"name":"clock","arguments":{}}"#);
    assert_eq!(&*answer.text, "\"clock\" i\n[truncated]");
    assert_eq!(fake.calls(), []);
}

#[test]
fn the_port_sees_the_target_and_never_call_tool() {
    let fake = Arc::new(FakeTools::new());
    let dispatcher = Dispatcher::new(Registry::m2b(), Arc::clone(&fake));
    let answer = dispatcher.call(CALL_TOOL, r#"{"name":"echo","arguments":{"text":"hi"}}"#);
    assert_eq!(answer.text, "hi");
    let sent = ToolRequest {
        tool: "echo".to_owned(),
        arguments: r#"{"text":"hi"}"#.to_owned(),
    };
    assert_eq!(fake.calls(), [sent]);
}

#[test]
fn a_refresh_brings_new_tools_at_once_and_leaves_the_array() {
    let dispatcher = fixed(result("ran", false, false));
    let array = dispatcher.epoch().core_schemas();
    assert_eq!(dispatcher.call(FIND_TOOL, r#"{"query":"tide"}"#).text, "No tool matches.");

    let known = Registry::m2b();
    let new = [core_entry("tide", "The tide."), entry("moon", "The moon and the tide.")];
    dispatcher.refresh(known.entries().iter().cloned().chain(new).collect());

    let found = dispatcher.call(FIND_TOOL, r#"{"query":"tide"}"#).text;
    assert!(found.starts_with("2 tool(s) match:\n{\"name\":\"tide\""), "{found}");
    for name in ["tide", "moon"] {
        let envelope = format!(r#"{{"name":"{name}","arguments":{{}}}}"#);
        assert_eq!(dispatcher.call(CALL_TOOL, &envelope).text, "ran");
        assert_eq!(dispatcher.call(name, "{}").text, "ran");
    }
    assert!(!dispatcher.registry().get("tide").unwrap().core);
    assert!(dispatcher.registry().get("clock").unwrap().core);
    assert_eq!(dispatcher.epoch(), &Registry::m2b());
    assert_eq!(dispatcher.epoch().core_schemas(), array);
}

#[test]
fn a_core_tool_stays_core_as_long_as_the_array_holds_it() {
    let dispatcher = fixed(result("ran", false, false));
    dispatcher.refresh(Registry::new(vec![entry("clock", "No longer core.")]));
    let answer = dispatcher.call(CALL_TOOL, r#"{"name":"clock","arguments":{}}"#);
    assert_eq!(answer.text, "\"clock\" is a core tool. Call it directly, without call_tool.");
    dispatcher.refresh(Registry::default());
    let answer = dispatcher.call(CALL_TOOL, r#"{"name":"clock","arguments":{}}"#);
    assert_eq!(answer.text, "No tool named \"clock\". Find tools with find_tool.");
    assert_eq!(dispatcher.call("clock", "{}").text, "ran", "the port decides");
    // Back again, it is what it was: the array never lost it.
    dispatcher.refresh(Registry::m2b());
    assert_eq!(*dispatcher.registry(), Registry::m2b());
}

#[test]
fn a_clone_sees_the_refresh_and_keeps_its_own_cap() {
    let dispatcher = fixed(result("long", false, false));
    let short = dispatcher.clone().with_cap(1);
    dispatcher.refresh(Registry::new(vec![entry("tide", "The tide.")]));
    assert_eq!(short.registry().names(), ["tide"]);
    assert_eq!(dispatcher.call("x", "{}").text, "long");
    assert_eq!(short.call("x", "{}").text, "l\n[truncated]");
}

proptest! {
    #[test]
    fn any_call_is_answered_as_the_table_says(
        name in "find_tool|call_tool|echo|clock|\\PC{0,6}",
        arguments in any::<String>(),
        text in any::<String>(),
        cap in 0_usize..40,
    ) {
        let registry = Registry::m2b();
        let answer = fixed(result(&text, false, false)).with_cap(cap).call(&name, &arguments);
        let said = match dispatch(&registry, &name, &arguments) {
            Dispatch::Local(said) => said,
            Dispatch::Port { .. } => text,
        };
        prop_assert_eq!((answer.text, answer.truncated), cap_result(&said, cap));
    }
}
