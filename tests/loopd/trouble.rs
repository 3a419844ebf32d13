//! Servers that are not there, that say no, or that say nothing of sense.

use std::net::TcpListener;

use crate::host::server::Server;
use crate::peer::{Peer, props, words};
use crate::{ask, session};

fn connect_error(url: &str) -> String {
    match Server::connect(url) {
        Ok(_) => panic!("{url} is taken for a server"),
        Err(error) => error.to_string(),
    }
}

/// What a person reads when the server gives this answer to a chat request.
fn chat_error(answer: Option<(u16, String)>) -> String {
    let peer = Peer::new(answer.into_iter().collect());
    let mut server = Server::connect(&peer.url).unwrap();
    let (said, events) = ask(&session().0, &mut server, "Hello.");
    assert_eq!(events, []);
    let error = said.unwrap_err().to_string();
    assert!(error.contains(&peer.url), "{error}");
    error
}

#[test]
fn a_server_that_is_not_there_is_named() {
    // A port that was free a moment ago.
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let error = connect_error(&url);
    assert!(error.starts_with(&format!("no answer from the server at {url}: ")), "{error}");
    assert!(error.ends_with("is it running, and is this its address?"), "{error}");
}

#[test]
fn an_address_that_is_none_is_named() {
    for url in ["", "localhost", "http://", "ftp://127.0.0.1", "http://127.0.0.1:x"] {
        assert!(connect_error(url).contains(&format!("the server at {url}: ")), "{url}");
    }
}

#[test]
fn a_template_that_drops_the_tools_is_refused() {
    let peer = Peer::bare(vec![props(false)]);
    let error = connect_error(&peer.url);
    assert!(error.contains("would drop the tools"), "{error}");
    assert!(error.contains("--chat-template-file"), "{error}");
}

#[test]
fn a_server_that_does_not_say_is_asked_all_the_same() {
    for answer in [
        (404, "not found".to_owned()),
        (501, String::new()),
        (200, "<html>".to_owned()),
        (200, "{}".to_owned()),
        (200, r#"{"chat_template_caps":{}}"#.to_owned()),
        (200, r#"{"chat_template_caps":null}"#.to_owned()),
    ] {
        let peer = Peer::bare(vec![answer.clone(), words("Yes.")]);
        let mut server = Server::connect(&peer.url).unwrap();
        assert!(ask(&session().0, &mut server, "Hello.").0.is_ok(), "{answer:?}");
    }
}

#[test]
fn the_address_may_end_as_people_write_it() {
    for end in ["", "/", "/v1", "/v1/"] {
        let peer = Peer::new(vec![words("Yes.")]);
        let mut server = Server::connect(&format!("{}{end}", peer.url)).unwrap();
        assert!(ask(&session().0, &mut server, "Hello.").0.is_ok(), "{end}");
    }
}

#[test]
fn a_refusal_is_told_in_the_server_s_own_words() {
    let body = "{\"error\":{\"message\":\"the context\\nis full\"}}";
    let error = chat_error(Some((400, body.to_owned())));
    assert!(error.contains("refused the request with status 400"), "{error}");
    assert!(error.contains("the context"), "{error}");
    let error = chat_error(Some((500, "ä ".repeat(100_000))));
    assert!(error.chars().count() < 500, "{error}");
    assert!(error.ends_with(" ..."), "{error}");
}

#[test]
fn an_answer_of_no_sense_is_told() {
    for (body, fault) in [
        ("", "is no chat completion"),
        ("<html>busy</html>", "is no chat completion"),
        ("{}", "missing field `choices`"),
        (r#"{"choices":[]}"#, "holds no choice"),
        (r#"{"choices":[{}]}"#, "missing field `message`"),
        (r#"{"choices":[{"message":{"content":7}}]}"#, "is no chat completion"),
        (r#"{"choices":[{"message":{"tool_calls":[{}]}}]}"#, "missing field `function`"),
    ] {
        let error = chat_error(Some((200, body.to_owned())));
        assert!(error.contains(fault), "{body}: {error}");
    }
}

#[test]
fn a_server_that_hangs_up_is_named() {
    let error = chat_error(None);
    assert!(error.starts_with("no answer from the server at "), "{error}");
}

#[test]
fn an_answer_without_end_is_not_read_to_its_end() {
    let error = chat_error(Some((200, " ".repeat(11 * 1024 * 1024))));
    assert!(error.contains("can't be read"), "{error}");
}
