//! Recordings: what is written down is said again, and one that does not fit is refused.

use loopd_tools::{Registry, ToolResponse};

use crate::host::epoch::tools_array;
use crate::host::recording::{Recorder, Recording, Replay};
use crate::host::server::Server;
use crate::host::session::{End, Event};
use crate::peer::{Peer, call, calls, words};
use crate::prompts::demonstration;
use crate::{answers, ask, session};

const REPOSITORY: &str = include_str!("../../examples/loopd/recording.json");

/// What a server says to two prompts, as the text of a recording.
fn record() -> String {
    let peer = Peer::new(vec![
        calls(&[call("a", "clock", "{}"), call("b", "echo", r#"{"text":"hi"}"#)]),
        words("hi"),
        words("Good day."),
    ]);
    let (session, _) = session();
    let server = Server::connect(&peer.url).unwrap();
    let mut recorder = Recorder::new(server, Recording::new(session.tools()));
    ask(&session, &mut recorder, "Say hi.").0.unwrap();
    ask(&session, &mut recorder, "Hello.").0.unwrap();
    recorder.into_recording().to_json().unwrap()
}

fn replay(text: &str) -> Replay {
    Replay::new(Recording::from_json(text).unwrap())
}

fn stale(text: &str, prompt: &str) -> String {
    let (said, _) = ask(&session().0, &mut replay(text), prompt);
    let error = said.unwrap_err().to_string();
    assert!(error.starts_with("the recording does not fit: "), "{error}");
    assert!(error.ends_with("record it again with --server URL --record FILE"), "{error}");
    error
}

#[test]
fn what_was_recorded_is_said_again() {
    let (session, fake) = session();
    let mut replay = replay(&record());
    let (said, events) = ask(&session, &mut replay, "Say hi.");
    assert_eq!(said, Ok(End::Words("hi".to_owned())));
    assert_eq!(answers(&events)[1], "hi");
    assert_eq!(fake.calls().len(), 2, "the calls are made anew");
    let (said, _) = ask(&session, &mut replay, "Hello.");
    assert_eq!(said, Ok(End::Words("Good day.".to_owned())));
}

#[test]
fn a_recording_of_other_prompts_does_not_fit() {
    assert!(stale(&record(), "Hello.").contains("its next reply is not to `Hello.`"));
}

#[test]
fn a_recording_that_is_too_short_does_not_fit() {
    let (session, _) = session();
    let mut replay = replay(&record());
    for prompt in ["Say hi.", "Hello."] {
        ask(&session, &mut replay, prompt).0.unwrap();
    }
    let (said, _) = ask(&session, &mut replay, "And?");
    assert!(said.unwrap_err().to_string().contains("it holds no more replies"));
}

#[test]
fn a_recording_for_other_tools_or_another_system_prompt_does_not_fit() {
    let text = record();
    let others = tools_array(&Registry::default()).unwrap();
    let tools = Recording::new(&others).to_json().unwrap();
    assert!(stale(&tools, "Say hi.").contains("are others now"));
    let system = text.replacen("You are loopd", "You are another", 1);
    assert_ne!(system, text);
    assert!(stale(&system, "Say hi.").contains("are others now"));
}

#[test]
fn what_is_no_recording_is_refused() {
    for text in ["", "{}", "[]", "{\"system\":\"\",\"tools\":[]}"] {
        let error = Recording::from_json(text).unwrap_err().to_string();
        assert!(error.starts_with("the recording can't be read: "), "{text}: {error}");
    }
}

/// The recording's time is not today's, and the model repeated it.
#[test]
fn a_time_that_the_model_repeated_is_that_of_the_replay() {
    let (session, _) = session();
    let mut replay = replay(REPOSITORY);
    let (said, events) = ask(&session, &mut replay, &demonstration()[0].text);
    let time = answers(&events)[0].to_owned();
    assert!(!REPOSITORY.contains(&time));
    let Ok(End::Words(words)) = said else {
        panic!("{said:?}");
    };
    assert!(words.contains(&time), "{words}");
}

/// A real model's words still lead through each thing that can happen to a call.
#[test]
fn the_demonstration_shows_each_thing_that_can_happen_to_a_call() {
    let (mut session, _) = session();
    let mut replay = replay(REPOSITORY);
    let mut shown = Vec::new();
    for prompt in demonstration() {
        session.set_cap(prompt.cap.unwrap_or(4096));
        let (said, events) = ask(&session, &mut replay, &prompt.text);
        assert!(matches!(said, Ok(End::Words(_))), "{said:?}");
        for event in events {
            if let Event::Called {
                call,
                passage,
                answer,
            } = event
            {
                let (target, outcome) = match passage {
                    None => (String::new(), "host"),
                    Some(passage) => match passage.response {
                        ToolResponse::Result { .. } => (passage.request.tool, "result"),
                        ToolResponse::Failed { .. } => (passage.request.tool, "failed"),
                        ToolResponse::Denied { .. } => (passage.request.tool, "denied"),
                    },
                };
                shown.push((call.name, target, outcome, answer.truncated));
            }
        }
    }
    let shown: Vec<(&str, &str, &str, bool)> = shown
        .iter()
        .map(|(name, target, outcome, cut)| (name.as_str(), target.as_str(), *outcome, *cut))
        .collect();
    assert_eq!(
        shown,
        [
            ("clock", "clock", "result", false),
            ("find_tool", "", "host", false),
            ("call_tool", "echo", "result", false),
            ("call_tool", "", "host", false),
            ("call_tool", "weather", "denied", false),
            ("call_tool", "echo", "result", true),
        ]
    );
}
