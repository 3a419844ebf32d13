//! What a dispatcher hands on of a broker's outcomes, and what an outcome says of its tool.

use std::sync::Arc;

use loopd_tools::broker::{Call, End};
use loopd_tools::policy::{Access, Policy, Profile};
use loopd_tools::{
    Answer, Broker, CALL_TOOL, CallContext, Class, Definition, Dispatcher, Echo, FIND_TOOL,
    FakeTools, Registry, RepairKind, Tool, ToolError, ToolOutput, ToolPort, Toolbox,
};

use crate::drive::{now, outcome, over, raw};
use crate::tools::{Probe, Says, schema};

/// A dispatcher over a broker of these tools.
fn dispatcher(toolbox: Toolbox) -> Dispatcher {
    let registry = toolbox.registry();
    let profile = Profile::new("p", "1").with("net", Access::Deny);
    let broker = Broker::builder(toolbox)
        .policy(Policy::new(profile))
        .class(|tool| match tool.name() {
            "mail" => Class::Private,
            _ => Class::Public,
        });
    let port = broker.build().unwrap().port(CallContext::new()).unwrap();
    Dispatcher::new(registry, port)
}

fn tools() -> Toolbox {
    let toolbox = Toolbox::new();
    toolbox.register(Echo::tool()).unwrap();
    let long: String = (0..9000).map(|line| format!("line {line}\n")).collect();
    let long = Says::new("long", &long).define(|tool| tool.with_max_output(100_000));
    toolbox.register(long).unwrap();
    let mail = Says::new("mail", "dear").define(|tool| tool.with_untrusted(true));
    toolbox.register(mail).unwrap();
    let shut = Says::new("shut", "ran").define(|tool| tool.with_requires(["net"]));
    toolbox.register(shut).unwrap();
    let sour = Probe::new("sour", |_, _| async { Ok(ToolOutput::error("sour")) });
    toolbox.register(sour).unwrap();
    let fails = Probe::new("fails", |_, _| async {
        Err::<String, _>(ToolError::not_found("no such row"))
    });
    toolbox.register(fails).unwrap();
    toolbox
}

fn called(answer: &Answer) -> &loopd_tools::Outcome {
    answer.outcome.as_ref().expect("the outcome is handed on")
}

#[test]
fn all_there_is_to_know_of_a_call_comes_with_the_answer() {
    let envelope = r#"{"name":"echo","arguments":{"TEXT":"hi"}}"#;
    let answer = dispatcher(tools()).call(CALL_TOOL, envelope);
    assert_eq!((&*answer.text, answer.is_error), ("hi", false));
    let outcome = called(&answer);
    assert_eq!(outcome.tool, "echo");
    assert_eq!(outcome.digest, Some(Echo::schema().digest()));
    let kinds: Vec<RepairKind> = outcome.repairs.iter().map(|repair| repair.kind).collect();
    assert_eq!(kinds, [RepairKind::KeySpelling]);
    assert!(matches!(outcome.end, End::Output(_)));
}

#[test]
fn class_and_trust_are_those_of_the_outcome() {
    let answer = dispatcher(tools()).call("mail", "{}");
    assert_eq!((answer.class, answer.untrusted), (Class::Private, true));
}

#[test]
fn the_model_reads_what_was_denied_and_what_it_may_do_instead() {
    let answer = dispatcher(tools()).call("shut", "{}");
    assert!(answer.is_error);
    assert_eq!(
        answer.text,
        "The call was denied: shut was not allowed net: the profile denies it\n\
         Do without it, or tell the person what you wanted to do and why."
    );
    assert!(called(&answer).denial().is_some());
}

#[test]
fn a_failure_is_text_and_kept_apart() {
    let dispatcher = dispatcher(tools());
    for (name, text) in [
        ("sour", "The tool failed: sour"),
        ("fails", "The tool failed: no such row"),
        ("nobody", "The tool failed: no tool is named \"nobody\""),
    ] {
        let answer = dispatcher.call(name, "{}");
        assert!(answer.is_error, "{name}");
        assert!(answer.text.starts_with(text), "{}", answer.text);
        assert!(!called(&answer).is_ok());
    }
    let own = dispatcher.call(FIND_TOOL, r#"{"query":"echo"}"#);
    assert!(!own.is_error && own.outcome.is_none());
    let nothing = dispatcher.call(CALL_TOOL, r#"{"name":"nobody","arguments":{}}"#);
    assert!(nothing.is_error && nothing.outcome.is_none());
}

#[test]
fn a_brokers_cap_is_never_over_its_dispatchers() {
    for cap in [500, 2_000, 20_000] {
        let answer = dispatcher(tools()).with_cap(cap).call("long", "{}");
        assert!(answer.text.len() <= cap, "{}", answer.text.len());
        assert!(answer.truncated);
        // The end is there as well: the broker has cut, and not the dispatcher behind it.
        assert!(answer.text.starts_with("line 0\n") && answer.text.ends_with("line 8999\n"));
        assert!(answer.text.contains(" bytes left out ...]"));
        assert!(called(&answer).left_out > 0);
    }
    let whole = dispatcher(tools()).with_cap(1_000_000).call("long", "{}");
    assert_eq!(whole.text.len(), called(&whole).left_out + whole.text.len());
    assert!(!whole.truncated);
}

#[test]
fn a_call_may_bring_a_bound_of_its_own() {
    let toolbox = tools();
    let broker = Broker::builder(toolbox).build().unwrap();
    let read = |most: Option<usize>| {
        let call = Call::new(raw("long", "{}"), CallContext::new()).with_max_output(most);
        let mut outcomes = now(broker.call_all(vec![call]));
        outcomes.remove(0).text().len()
    };
    assert!((900..=1_000).contains(&read(Some(1_000))));
    // A bound of a call only ever makes it less.
    assert_eq!(read(Some(1_000_000)), read(None));
}

#[test]
fn a_port_that_stands_behind_a_handle_hands_on_as_well() {
    let toolbox = tools();
    let registry = toolbox.registry();
    let broker = Broker::builder(toolbox).build().unwrap();
    let port: Arc<dyn ToolPort> = Arc::new(broker.port(CallContext::new()).unwrap());
    let answer = Dispatcher::new(registry, port).call("echo", r#"{"text":"hi"}"#);
    assert_eq!(called(&answer).text(), "hi");
}

#[test]
fn a_port_that_knows_no_more_than_its_response_gives_that() {
    let dispatcher = Dispatcher::new(Registry::m2b(), FakeTools::new());
    let answer = dispatcher.call("echo", r#"{"text":"hi"}"#);
    assert_eq!((&*answer.text, answer.is_error), ("hi", false));
    assert!(answer.outcome.is_none());
    assert!(dispatcher.call("nobody", "{}").is_error, "it is denied");
    assert!(dispatcher.call("echo", "{}").is_error, "it fails");
}

#[test]
fn an_output_is_pinned_if_its_tool_or_the_output_itself_says_so() {
    for (tool, output, pinned) in [
        (false, false, false),
        (true, false, true),
        (false, true, true),
        (true, true, true),
    ] {
        for text in ["short".to_owned(), "long ".repeat(10_000)] {
            let given = ToolOutput::text(text).with_pinned(output);
            let definition = Definition::new(schema("tool")).with_pinned(tool);
            let probe = Probe::of(definition, move |_, _| {
                let given = given.clone();
                async move { Ok(given) }
            });
            let outcome = outcome(&over(probe).build().unwrap(), "tool");
            assert_eq!(
                outcome.output().unwrap().pinned(),
                pinned,
                "{tool} {output}"
            );
        }
    }
}

#[test]
fn an_outcome_says_whether_the_call_is_remembered() {
    for unrecorded in [false, true] {
        let tool = Says::new("tool", "x").define(|tool| tool.with_unrecorded(unrecorded));
        let outcome = outcome(&over(tool).build().unwrap(), "tool");
        assert_eq!(outcome.unrecorded, unrecorded);
    }
}
