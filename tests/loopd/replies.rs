//! All that a model may say, and what the loop makes of it.

use loopd_tools::{DenyReason, ToolRequest, ToolResponse};
use serde_json::{Value, json};

use crate::host::conversation::Call;
use crate::host::epoch::SYSTEM_PROMPT;
use crate::host::server::Server;
use crate::host::session::{Answered, End, Event, MAX_CALLS, MAX_REPLIES};
use crate::host::watched::Passage;
use crate::peer::{Peer, call, calls, completion, words};
use crate::{answers, ask, session};

fn request(tool: &str, arguments: &str) -> ToolRequest {
    ToolRequest {
        tool: tool.to_owned(),
        arguments: arguments.to_owned(),
    }
}

fn end(text: &str) -> End {
    End::Words(text.to_owned())
}

#[test]
fn words_end_the_loop() {
    let peer = Peer::new(vec![words("Good day.")]);
    let (session, fake) = session();
    let (said, events) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "Hello.");
    assert_eq!(said, Ok(end("Good day.")));
    assert_eq!(events, []);
    assert_eq!(fake.calls(), []);

    let chat = &peer.chats()[0];
    assert_eq!(
        chat["messages"],
        json!([
            {"role": "system", "content": SYSTEM_PROMPT},
            {"role": "user", "content": "Hello."},
        ])
    );
}

#[test]
fn a_ranked_session_finds_by_words_that_are_in_no_text() {
    for (ranked, begins) in [
        (false, "No tool matches."),
        (true, "1 tool(s) match, showing 1 of 1"),
    ] {
        let find = call("a", "find_tool", r#"{"query":"will it rain in town?"}"#);
        let peer = Peer::new(vec![calls(&[find]), words("Done.")]);
        let (mut session, _) = session();
        if ranked {
            session.rank();
        }
        let (said, events) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "Rain?");
        assert_eq!(said, Ok(end("Done.")));
        assert!(answers(&events)[0].starts_with(begins), "{events:?}");
    }
}

#[test]
fn every_request_holds_the_same_array_to_the_byte() {
    let echo = call(
        "a",
        "call_tool",
        r#"{"name":"echo","arguments":{"text":"hi"}}"#,
    );
    let peer = Peer::new(vec![calls(&[echo]), words("One."), words("Two.")]);
    let (session, _) = session();
    let mut server = Server::connect(&peer.url).unwrap();
    ask(&session, &mut server, "Say hi.").0.unwrap();
    ask(&session, &mut server, "And again.").0.unwrap();

    let array = format!("\"tools\":{}", session.tools());
    let bodies = peer.bodies();
    assert_eq!(bodies.len(), 3);
    for body in &bodies {
        assert!(body.contains(&array), "{body}");
    }
    let sent: Value = serde_json::from_str(session.tools().get()).unwrap();
    let names: Vec<&str> = sent
        .as_array()
        .unwrap()
        .iter()
        .map(|element| element["function"]["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["clock", "find_tool", "call_tool"]);
}

#[test]
fn the_system_prompt_names_no_tool_outside_the_array() {
    let registry = session().0.registry();
    let array = registry.core_schemas();
    let outside: Vec<&str> = registry
        .names()
        .into_iter()
        .filter(|name| !array.iter().any(|schema| schema.name == *name))
        .collect();
    assert_eq!(outside, ["echo", "weather"]);
    for name in outside {
        assert!(!SYSTEM_PROMPT.contains(name), "{name}");
    }
}

#[test]
fn a_call_is_answered_and_the_answer_goes_back_under_its_id() {
    let echo = r#"{"name":"echo","arguments":{"text":"hi"}}"#;
    let peer = Peer::new(vec![calls(&[call("id1", "call_tool", echo)]), words("hi")]);
    let (session, fake) = session();
    let (said, events) = ask(
        &session,
        &mut Server::connect(&peer.url).unwrap(),
        "Say hi.",
    );
    assert_eq!(said, Ok(end("hi")));
    let sent = request("echo", r#"{"text":"hi"}"#);
    assert_eq!(fake.calls(), [sent.clone()]);
    let event = Event::Called {
        call: Call {
            id: "id1".to_owned(),
            name: "call_tool".to_owned(),
            arguments: echo.to_owned(),
        },
        passage: Some(Passage {
            response: loopd_tools::ToolPort::call(&*fake, &sent),
            request: sent,
        }),
        answer: Answered {
            text: "hi".to_owned(),
            truncated: false,
        },
    };
    assert_eq!(events, [event]);
    assert_eq!(
        peer.chats()[1]["messages"].as_array().unwrap()[2..],
        [
            json!({"role": "assistant", "content": "", "tool_calls": [call("id1", "call_tool", echo)]}),
            json!({"role": "tool", "tool_call_id": "id1", "content": "hi"}),
        ]
    );
}

#[test]
fn several_calls_of_one_reply_are_all_answered_in_their_order() {
    let peer = Peer::new(vec![
        calls(&[
            call("a", "echo", r#"{"text":"one"}"#),
            call("b", "find_tool", r#"{"query":"nothing of the kind"}"#),
            call("c", "tide", "{}"),
            call("d", "echo", r#"{"text":"two"}"#),
        ]),
        words("Done."),
    ]);
    let (session, fake) = session();
    let (said, events) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "All.");
    assert_eq!(said, Ok(end("Done.")));
    let denied = "The call was denied: nothing grants it.";
    assert_eq!(answers(&events), ["one", "No tool matches.", denied, "two"]);
    let passed: Vec<String> = fake.calls().into_iter().map(|call| call.tool).collect();
    assert_eq!(passed, ["echo", "tide", "echo"]);
    let messages = &peer.chats()[1]["messages"];
    for (place, id) in ["a", "b", "c", "d"].iter().enumerate() {
        assert_eq!(messages[3 + place]["tool_call_id"], *id);
    }
}

#[test]
fn an_unknown_tool_reaches_the_port_and_is_denied() {
    let peer = Peer::new(vec![calls(&[call("a", "tide", "{}")]), words("No.")]);
    let (session, fake) = session();
    let (_, events) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "Tide?");
    let Event::Called {
        passage: Some(passage),
        ..
    } = &events[0]
    else {
        panic!("{events:?}");
    };
    let denied = ToolResponse::Denied {
        reason: DenyReason::NoGrant,
    };
    assert_eq!(passage.response, denied);
    assert_eq!(fake.calls(), [request("tide", "{}")]);
}

#[test]
fn free_text_before_a_call_is_told_and_kept() {
    let message = json!({
        "role": "assistant",
        "content": "Let me see.",
        "tool_calls": [call("a", "echo", r#"{"text":"hi"}"#)],
    });
    let peer = Peer::new(vec![completion(&message, "tool_calls"), words("hi")]);
    let (session, _) = session();
    let (said, events) = ask(
        &session,
        &mut Server::connect(&peer.url).unwrap(),
        "Say hi.",
    );
    assert_eq!(said, Ok(end("hi")));
    assert_eq!(events[0], Event::Said("Let me see.".to_owned()));
    assert_eq!(answers(&events), ["hi"]);
    assert_eq!(peer.chats()[1]["messages"][2]["content"], "Let me see.");
}

/// A server refuses a conversation with a call whose arguments are no JSON object.
#[test]
fn arguments_that_were_cut_off_are_not_run() {
    for (name, arguments) in [
        (
            "call_tool",
            r#"{"name":"echo","arguments":{"text":"half of"#,
        ),
        ("find_tool", r#"{"query":"ech"#),
        ("echo", r#"{"text":"#),
        // Nothing at all would be read as no arguments.
        ("clock", ""),
        ("clock", " "),
        ("clock", "null"),
    ] {
        let message = json!({
            "role": "assistant",
            "content": "",
            "tool_calls": [call("a", "clock", "{}"), call("b", name, arguments)],
        });
        let peer = Peer::new(vec![completion(&message, "length"), words("Again?")]);
        let (session, fake) = session();
        let (said, events) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "Go.");
        assert_eq!(said, Ok(end("Again?")));
        // The call before it was whole.
        assert_eq!(fake.calls(), [request("clock", "{}")], "{arguments}");
        let told = "The call was not made: the reply became too long and was cut off in its \
                    arguments.";
        assert_eq!(answers(&events)[1], told);
        let messages = &peer.chats()[1]["messages"];
        assert_eq!(messages[2]["tool_calls"][1]["function"]["arguments"], "{}");
        assert_eq!(messages[4]["content"], told);
    }
}

#[test]
fn a_whole_call_is_made_even_if_the_reply_was_cut_behind_it() {
    let message = json!({
        "role": "assistant",
        "content": "",
        "tool_calls": [call("a", "echo", r#"{"text":"hi"}"#)],
    });
    let peer = Peer::new(vec![completion(&message, "length"), words("hi")]);
    let (session, _) = session();
    let (_, events) = ask(
        &session,
        &mut Server::connect(&peer.url).unwrap(),
        "Say hi.",
    );
    assert_eq!(answers(&events), ["hi"]);
}

#[test]
fn unreadable_arguments_reach_the_port_and_fail_there() {
    for arguments in [
        r#"{"text":"#,
        "hi",
        "[1]",
        "{\"text\":\"hi\"} {\"text\":\"ho\"}",
    ] {
        let peer = Peer::new(vec![
            calls(&[call("a", "echo", arguments)]),
            words("Sorry."),
        ]);
        let (session, fake) = session();
        let (said, events) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "Go.");
        assert_eq!(said, Ok(end("Sorry.")));
        assert_eq!(fake.calls(), [request("echo", arguments)]);
        assert!(
            answers(&events)[0].starts_with("The tool failed: "),
            "{events:?}"
        );
        let repeated = &peer.chats()[1]["messages"][2]["tool_calls"][0]["function"]["arguments"];
        assert_eq!(repeated, "{}", "{arguments}");
    }
}

/// Servers differ in what they leave out and in what they send as text.
#[test]
fn calls_in_other_shapes_are_read() {
    for (shape, name, arguments) in [
        (
            json!({"function": {"name": "echo", "arguments": {"text": "hi"}}}),
            "echo",
            r#"{"text":"hi"}"#,
        ),
        (
            json!({"id": "", "function": {"name": "echo", "arguments": "{}"}}),
            "echo",
            "{}",
        ),
        (
            json!({"id": null, "function": {"name": "clock"}}),
            "clock",
            "",
        ),
        (
            json!({"id": "x", "function": {"name": "clock", "arguments": null}}),
            "clock",
            "",
        ),
        (
            json!({"id": "x", "function": {"arguments": "{}"}}),
            "",
            "{}",
        ),
    ] {
        let peer = Peer::new(vec![calls(&[shape.clone()]), words("Done.")]);
        let (session, fake) = session();
        let (said, _) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "Go.");
        assert_eq!(said, Ok(end("Done.")), "{shape}");
        assert_eq!(fake.calls(), [request(name, arguments)], "{shape}");
        let messages = &peer.chats()[1]["messages"];
        let id = &messages[2]["tool_calls"][0]["id"];
        assert_ne!(*id, json!(""), "{shape}");
        assert_eq!(messages[3]["tool_call_id"], *id, "{shape}");
    }
}

/// Some servers refuse a conversation whose calls have no arguments: whatever a model says for
/// none, the host repeats `{}`, and the call runs.
#[test]
fn no_arguments_are_an_empty_object_in_the_history() {
    for function in [
        json!({"name": "clock"}),
        json!({"name": "clock", "arguments": null}),
        json!({"name": "clock", "arguments": ""}),
        json!({"name": "clock", "arguments": " \n"}),
        json!({"name": "clock", "arguments": "null"}),
        json!({"name": "clock", "arguments": "{}"}),
        json!({"name": "clock", "arguments": {}}),
    ] {
        let message = calls(&[json!({"id": "a", "type": "function", "function": function})]);
        let peer = Peer::new(vec![message, words("Done.")]);
        let (session, _) = session();
        let (said, events) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "Go.");
        assert_eq!(said, Ok(end("Done.")), "{function}");
        let answer = answers(&events)[0];
        assert!(answer.ends_with('Z'), "{function}: {answer}");
        let repeated = &peer.chats()[1]["messages"][2]["tool_calls"][0]["function"]["arguments"];
        assert_eq!(*repeated, json!("{}"), "{function}");
    }
}

#[test]
fn words_that_were_cut_are_not_passed_off_as_whole() {
    let message = json!({"role": "assistant", "content": "It is"});
    let peer = Peer::new(vec![completion(&message, "length")]);
    let (session, _) = session();
    let (said, _) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "Time?");
    assert_eq!(said, Ok(End::CutOff("It is".to_owned())));
}

#[test]
fn a_model_that_never_stops_calling_is_stopped() {
    let again = calls(&[call("a", "clock", "{}")]);
    let peer = Peer::new(vec![again; MAX_REPLIES + 3]);
    let (session, fake) = session();
    let (said, _) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "Time?");
    assert_eq!(said, Ok(End::Bound));
    assert_eq!(peer.bodies().len(), MAX_REPLIES);
    assert_eq!(fake.calls().len(), MAX_REPLIES);
}

#[test]
fn more_calls_than_a_reply_may_hold_are_answered_but_not_made() {
    let many: Vec<Value> = (0..MAX_CALLS + 2)
        .map(|place| call(&format!("id{place}"), "clock", "{}"))
        .collect();
    let peer = Peer::new(vec![calls(&many), words("Done.")]);
    let (session, fake) = session();
    let (_, events) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "Go.");
    assert_eq!(fake.calls().len(), MAX_CALLS);
    let answers = answers(&events);
    assert_eq!(answers.len(), MAX_CALLS + 2);
    let told = format!("The call was not made: a reply may hold {MAX_CALLS} calls.");
    assert_eq!(answers[MAX_CALLS..], [&*told, &*told]);
}

#[test]
fn a_long_result_is_capped_for_the_model() {
    let peer = Peer::new(vec![
        calls(&[call("a", "echo", r#"{"text":"größer"}"#)]),
        words("Done."),
    ]);
    let (mut session, _) = session();
    session.set_cap(3);
    let (_, events) = ask(&session, &mut Server::connect(&peer.url).unwrap(), "Go.");
    assert_eq!(answers(&events), ["gr\n[truncated]"]);
    assert_eq!(peer.chats()[1]["messages"][3]["content"], "gr\n[truncated]");
}
