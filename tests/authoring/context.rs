//! What a call knows of its host, and what clones of it share.

use std::path::Path;
use std::sync::{Arc, Mutex};

use loopd_tools::{CallContext, Context, Requirement, Session};
use proptest::prelude::*;
use serde_json::json;

#[test]
fn a_context_that_nobody_filled_says_so() {
    let cx = CallContext::new();
    assert_eq!((cx.session_id(), cx.call_id()), ("", ""));
    assert_eq!(cx.working_directory(), Path::new("."));
    assert!(!cx.interactive() && !cx.is_cancelled());
    assert!(cx.granted().is_empty());
    assert_eq!(cx.value("tenant"), None);
    // Nobody listens: that is no error.
    cx.progress(0.5, "half way");
}

#[test]
fn a_context_gives_what_was_put_in() {
    let grant = Requirement::new("fs.read", "read the notes").with_resource("notes");
    let cx = CallContext::new()
        .with_session_id("s")
        .with_call_id("c")
        .with_working_directory("/srv")
        .with_interactive(true)
        .with_granted([grant.clone()])
        .with_value("tenant", "blue")
        .with_value("limits", json!({"pages": 3}));
    assert_eq!((cx.session_id(), cx.call_id()), ("s", "c"));
    assert_eq!(cx.working_directory(), Path::new("/srv"));
    assert!(cx.interactive());
    assert_eq!(cx.granted(), [grant]);
    assert_eq!(cx.value("tenant"), Some(&json!("blue")));
    assert_eq!(cx.value("limits"), Some(&json!({"pages": 3})));
}

#[test]
fn what_is_set_on_a_clone_leaves_the_original_alone() {
    let original = CallContext::new().with_call_id("1").with_value("k", 1);
    let changed = original
        .clone()
        .with_call_id("2")
        .with_session_id("s")
        .with_value("k", 2)
        .with_interactive(true)
        .with_working_directory("/elsewhere");
    assert_eq!((original.call_id(), original.session_id()), ("1", ""));
    assert_eq!(original.value("k"), Some(&json!(1)));
    assert!(!original.interactive());
    assert_eq!(original.working_directory(), Path::new("."));
    assert_eq!(
        (changed.call_id(), changed.value("k")),
        ("2", Some(&json!(2)))
    );
}

#[test]
fn calls_of_a_session_have_its_facts_and_an_id_of_their_own() {
    let session = Session::new("chat")
        .with_working_directory("/srv")
        .with_interactive(true)
        .with_value("tenant", "blue");
    let [one, two] = ["1", "2"].map(|id| session.call(id));
    for cx in [&one, &two] {
        assert_eq!(cx.session_id(), session.id());
        assert_eq!(cx.working_directory(), Path::new("/srv"));
        assert!(cx.interactive());
        assert_eq!(cx.value("tenant"), Some(&json!("blue")));
    }
    assert_eq!((one.call_id(), two.call_id()), ("1", "2"));
}

#[test]
fn a_context_is_cheap_to_hand_to_other_threads_and_tasks() {
    fn is_shared<T: Clone + Send + Sync + 'static>() {}
    fn is_copied<T: Copy + Send + Sync>() {}
    is_shared::<CallContext>();
    is_shared::<Session>();
    is_copied::<Context<'_, String>>();
    assert_eq!(size_of::<CallContext>(), size_of::<usize>());
}

#[test]
fn a_tool_reaches_its_state_and_its_call_through_one_value() {
    let call = CallContext::new().with_call_id("7");
    let state = String::from("shared");
    let cx = Context::new(&call, &state);
    assert_eq!((cx.state().as_str(), cx.call_id()), ("shared", "7"));
    // Borrowed from the call, not from `cx`.
    let borrowed: &str = { cx }.state();
    assert_eq!(borrowed, "shared");
}

#[test]
fn what_the_host_puts_in_is_not_printed() {
    let cx = CallContext::new().with_value("token", "hunter2");
    cx.extensions().insert(String::from("hunter3"));
    let printed = format!("{cx:?} {:?}", Context::new(&cx, &"hunter4"));
    assert!(printed.contains("token"), "{printed}");
    assert!(!printed.contains("hunter"), "{printed}");
}

/// What a sink heard: session, call, fraction, words.
type Heard = Arc<Mutex<Vec<(String, String, Option<f64>, String)>>>;

fn listening(session: Session) -> (Session, Heard) {
    let heard = Heard::default();
    let into = Arc::clone(&heard);
    let session = session.with_progress(move |progress| {
        into.lock().unwrap().push((
            progress.session_id.to_owned(),
            progress.call_id.to_owned(),
            progress.fraction,
            progress.words.to_owned(),
        ));
    });
    (session, heard)
}

#[test]
fn progress_reaches_the_host_with_the_call_that_it_is_of() {
    let (session, heard) = listening(Session::new("s"));
    session.call("1").progress(0.25, "reading");
    session.call("2").progress(None, "waiting");
    let said = |call: &str, fraction, words: &str| {
        ("s".to_owned(), call.to_owned(), fraction, words.to_owned())
    };
    assert_eq!(
        *heard.lock().unwrap(),
        [said("1", Some(0.25), "reading"), said("2", None, "waiting"),]
    );
}

proptest! {
    #[test]
    fn a_fraction_that_arrives_is_one(said in any::<f64>()) {
        let (session, heard) = listening(Session::new("s"));
        session.call("1").progress(said, "");
        let arrived = heard.lock().unwrap()[0].2;
        if said.is_nan() {
            prop_assert_eq!(arrived, None);
        } else {
            prop_assert_eq!(arrived, Some(said.clamp(0.0, 1.0)));
        }
    }
}
