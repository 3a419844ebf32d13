//! Envelopes that are not written as their schemas have it, one after the other.

use std::sync::Arc;

use loopd_tools::EnvelopeRepair::{self, *};
use loopd_tools::{
    Broker, CallContext, Dispatcher, Entry, FakeTools, Registry, ToolRequest, ToolSchema, Toolbox,
};
use serde_json::json;

use crate::{entry, office};

/// The office, and tools whose parameters look like envelopes.
pub fn registry() -> Registry {
    let list = ToolSchema {
        name: "join".to_owned(),
        description: "Joins texts.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {"texts": {"type": "array", "items": {"type": "string"}}},
            "required": ["texts"],
            "additionalProperties": false,
        }),
    };
    let more = [
        Entry {
            schema: list,
            core: false,
        },
        entry("create_user", "Creates a user.", &["name", "role"]),
        entry("run", "Runs a program.", &["input"]),
        entry("noop", "Does nothing.", &[]),
    ];
    office().entries().iter().cloned().chain(more).collect()
}

fn call(name: &str, arguments: &str) -> (Vec<ToolRequest>, String, Vec<EnvelopeRepair>) {
    let fake = Arc::new(FakeTools::new());
    let dispatcher = Dispatcher::new(registry(), Arc::clone(&fake))
        .ranked()
        .lenient();
    let answer = dispatcher.call(name, arguments);
    (fake.calls(), answer.text, answer.repairs)
}

#[test]
fn what_can_mean_one_thing_is_read() {
    let mail = r#"{"to":"ann","text":"1.50"}"#;
    for (sent, tool, arguments, repairs) in [
        // As it should be, and nothing is mended.
        (
            r#"{"name":"send_mail","arguments":{"to":"ann","text":"1.50"}}"#,
            "send_mail",
            mail,
            &[][..],
        ),
        // Another key.
        (
            r#"{"tool_name":"send_mail","arguments":{"to":"ann","text":"1.50"}}"#,
            "send_mail",
            mail,
            &[NameKey],
        ),
        (
            r#"{"name":"send_mail","args":{"to":"ann","text":"1.50"}}"#,
            "send_mail",
            mail,
            &[ArgumentsKey],
        ),
        (
            r#"{"tool":"send_mail","input":{"to":"ann","text":"1.50"}}"#,
            "send_mail",
            mail,
            &[NameKey, ArgumentsKey],
        ),
        (
            r#"{"tool_name":"send_mail","parameters":{"to":"ann","text":"1.50"}}"#,
            "send_mail",
            mail,
            &[NameKey, ArgumentsKey],
        ),
        // Wrapped twice.
        (
            r#"{"parameters":{"tool_name":"send_mail","arguments":{"to":"ann","text":"1.50"}}}"#,
            "send_mail",
            mail,
            &[WrappedAgain, NameKey],
        ),
        (
            r#"{"arguments":{"name":"send_mail","arguments":{"to":"ann","text":"1.50"}}}"#,
            "send_mail",
            mail,
            &[WrappedAgain],
        ),
        (
            r#"{"function":{"name":"send_mail","arguments":"{\"to\":\"ann\",\"text\":\"1.50\"}"}}"#,
            "send_mail",
            mail,
            &[WrappedAgain, ArgumentsInText],
        ),
        (
            r#"{"name":"call_tool","arguments":{"name":"send_mail","arguments":{"to":"ann","text":"1.50"}}}"#,
            "send_mail",
            mail,
            &[WrappedAgain],
        ),
        // Beside the name.
        (
            r#"{"name":"send_mail","to":"ann","text":"1.50"}"#,
            "send_mail",
            mail,
            &[ArgumentsBesideName],
        ),
        (
            r#"{"tool_name":"create_user","name":"bob","role":"x"}"#,
            "create_user",
            r#"{"name":"bob","role":"x"}"#,
            &[NameKey, ArgumentsBesideName],
        ),
        (
            r#"{"name":"run","input":"ls"}"#,
            "run",
            r#"{"input":"ls"}"#,
            &[ArgumentsBesideName],
        ),
        // In text.
        (
            r#"{"name":"send_mail","arguments":"{\"to\":\"ann\",\"text\":\"1.50\"}"}"#,
            "send_mail",
            mail,
            &[ArgumentsInText],
        ),
        (
            r#""{\"name\":\"noop\",\"arguments\":{}}""#,
            "noop",
            "{}",
            &[EnvelopeInText],
        ),
        (
            "```json\n{\"name\":\"noop\",\"arguments\":{}}\n```",
            "noop",
            "{}",
            &[EnvelopeInText],
        ),
        // Lists.
        (
            r#"[{"name":"noop","arguments":{}}]"#,
            "noop",
            "{}",
            &[EnvelopeInList],
        ),
        (
            r#"{"name":"join","arguments":["a","b"]}"#,
            "join",
            r#"{"texts":["a","b"]}"#,
            &[ListForParameter],
        ),
        (
            r#"{"name":"join","arguments":"[\"a\",\"b\"]"}"#,
            "join",
            r#"{"texts":["a","b"]}"#,
            &[ArgumentsInText, ListForParameter],
        ),
        (
            r#"{"name":"send_mail","arguments":[{"to":"ann","text":"1.50"}]}"#,
            "send_mail",
            mail,
            &[ArgumentsInList],
        ),
        // None.
        (r#"{"name":"noop"}"#, "noop", "{}", &[NoArguments]),
        (
            r#"{"name":"noop","arguments":null}"#,
            "noop",
            "{}",
            &[NoArguments],
        ),
        (
            r#"{"name":"noop","arguments":""}"#,
            "noop",
            "{}",
            &[NoArguments],
        ),
        // The envelope inside itself.
        (
            r#"{"name":"noop","arguments":{"name":"noop","arguments":{}}}"#,
            "noop",
            "{}",
            &[InsideItself],
        ),
    ] {
        let (calls, text, read) = call("call_tool", sent);
        assert_eq!(calls.len(), 1, "{sent}: {text}");
        assert_eq!(
            (&*calls[0].tool, &*calls[0].arguments),
            (tool, arguments),
            "{sent}"
        );
        assert_eq!(read, repairs, "{sent}");
    }
}

#[test]
fn the_arguments_keep_their_characters() {
    let sent = r#"{"tool_name":"run","input" : {"n": 12345678901234567890123.50, "n":1e400 }}"#;
    let (calls, text, _) = call("call_tool", sent);
    assert_eq!(calls.len(), 1, "{text}");
    assert_eq!(
        calls[0].arguments,
        r#"{"input":{"n": 12345678901234567890123.50, "n":1e400 }}"#
    );
}

#[test]
fn what_can_mean_two_things_is_answered_with_the_call_to_make() {
    let mail = r#"call_tool {"name":"send_mail","arguments":{"to":"text","text":"text"}}"#;
    for (sent, says) in [
        // Two tools.
        (
            r#"{"tool":"noop","tool_name":"send_mail","arguments":{}}"#,
            "more than one tool",
        ),
        (
            r#"[{"name":"send_mail","arguments":{}},{"name":"noop","arguments":{}}]"#,
            mail,
        ),
        // Two places for the arguments.
        (
            r#"{"name":"send_mail","args":{"to":"a"},"input":{"text":"b"}}"#,
            mail,
        ),
        (r#"{"name":"send_mail","args":{"to":"a"},"text":"b"}"#, mail),
        // A key that is there twice.
        (
            r#"{"name":"send_mail","args":{"to":"a"},"args":{"to":"b"}}"#,
            mail,
        ),
        // Keys that the tool does not have.
        (r#"{"name":"send_mail","to":"a","subject":"b"}"#, mail),
        // Nothing where something is required, cut JSON, and what is no object at all.
        (r#"{"name":"send_mail"}"#, mail),
        (r#"{"name":"send_mail","arguments":"{\"to\":"}"#, mail),
        (r#"{"name":"send_mail","arguments":7}"#, mail),
        (r#"{"name":"send_mail","arguments":[1,2]}"#, mail),
    ] {
        let (calls, text, repairs) = call("call_tool", sent);
        assert!(calls.is_empty(), "{sent}");
        assert!(text.contains(says), "{sent}: {text}");
        assert!(repairs.is_empty(), "{sent}");
    }
}

#[test]
fn call_tool_on_the_hosts_own_names_is_answered() {
    for (sent, says) in [
        (
            r#"{"name":"call_tool","arguments":{}}"#,
            "can't call itself",
        ),
        (
            r#"{"name":"call_tool","arguments":{"name":"call_tool","arguments":{"name":"call_tool"}}}"#,
            "can't call itself",
        ),
        (
            r#"{"name":"find_tool","arguments":{"query":"email"}}"#,
            "\"name\":\"send_mail\"",
        ),
        (
            r#"{"tool_name":"find_tool","query":"email"}"#,
            "\"name\":\"send_mail\"",
        ),
        (
            r#"{"name":"find_tool","arguments":{"q":"email"}}"#,
            "\"name\":\"send_mail\"",
        ),
        (
            r#"{"name":"find_tool","arguments":{}}"#,
            r#"find_tool {"query":"send message"}"#,
        ),
    ] {
        let (calls, text, _) = call("call_tool", sent);
        assert!(calls.is_empty(), "{sent}");
        assert!(text.contains(says), "{sent}: {text}");
    }
    // Deeper than anybody nests.
    let mut sent = r#"{"name":"noop","arguments":{}}"#.to_owned();
    for _ in 0..40 {
        sent = format!(r#"{{"name":"call_tool","arguments":{sent}}}"#);
    }
    let (calls, text, _) = call("call_tool", &sent);
    assert!(
        calls.is_empty() && text.contains("can't call itself"),
        "{text}"
    );
}

#[test]
fn a_core_tool_is_never_reached_through_call_tool() {
    for sent in [
        r#"{"name":"clock","arguments":{}}"#,
        r#"{"tool_name":"clock"}"#,
        r#"{"parameters":{"tool_name":"clock","args":"{}"}}"#,
    ] {
        let (calls, text, _) = call("call_tool", sent);
        assert!(calls.is_empty(), "{sent}");
        assert!(text.contains("\"clock\" is a core tool"), "{sent}: {text}");
    }
}

#[test]
fn unknown_names_stay_unknown() {
    for sent in [
        r#"{"tool_name":"nope","args":{}}"#,
        r#"{"name":"nope"}"#,
        "{}",
        "",
        "[]",
        "nonsense",
    ] {
        let (calls, text, _) = call("call_tool", sent);
        assert!(
            calls.is_empty() && text.contains("No tool named"),
            "{sent}: {text}"
        );
    }
}

#[test]
fn queries_are_read_from_other_places() {
    for (sent, repairs) in [
        (r#"{"query":"email"}"#, &[][..]),
        (r#"{"q":"email"}"#, &[QueryKey]),
        (
            r#"{"keywords":["email","person"]}"#,
            &[QueryKey, QueryInList],
        ),
        (r#"{"query":["email"]}"#, &[QueryInList]),
        (r#"["email"]"#, &[QueryInList]),
        (r#""email""#, &[QueryKey]),
        ("email", &[QueryKey]),
        (r#""{\"query\":\"email\"}""#, &[EnvelopeInText]),
        (r#"{"arguments":{"query":"email"}}"#, &[WrappedAgain]),
        (
            r#"{"name":"find_tool","arguments":{"query":"email"}}"#,
            &[WrappedAgain],
        ),
    ] {
        let (_, text, read) = call("find_tool", sent);
        assert!(text.contains("\"name\":\"send_mail\""), "{sent}: {text}");
        assert_eq!(read, repairs, "{sent}");
    }
    for sent in [
        "{}",
        "",
        "null",
        r#"{"query":7}"#,
        r#"{"query":"#,
        r#"{"q":"a","text":"b"}"#,
    ] {
        let (_, text, _) = call("find_tool", sent);
        assert!(text.starts_with("The query is empty."), "{sent}: {text}");
    }
}

/// The policy judges the tool that is meant: a broker behind the dispatcher gets its name alone.
#[test]
fn a_broker_behind_it_sees_the_target() {
    let toolbox = Toolbox::new();
    toolbox
        .register(<loopd_tools::Echo as loopd_tools::Tool>::tool())
        .unwrap();
    let registry: Registry = toolbox.registry();
    let broker = Broker::builder(toolbox).build().unwrap();
    let dispatcher = |lenient: bool| {
        let dispatcher =
            Dispatcher::new(registry.clone(), broker.port(CallContext::new()).unwrap());
        if lenient {
            dispatcher.lenient()
        } else {
            dispatcher
        }
    };
    for sent in [
        r#"{"tool_name":"echo","parameters":{"text":"hi"}}"#,
        r#"{"name":"call_tool","arguments":{"name":"echo","arguments":{"text":"hi"}}}"#,
        r#"{"parameters":{"tool_name":"echo","args":"{\"text\":\"hi\"}"}}"#,
        r#"{"name":"echo","arguments":{"name":"echo","arguments":{"text":"hi"}}}"#,
    ] {
        let answer = dispatcher(true).call("call_tool", sent);
        assert_eq!(answer.text, "hi", "{sent}");
        assert_ne!(
            dispatcher(false).call("call_tool", sent).text,
            "hi",
            "{sent}"
        );
    }
}
