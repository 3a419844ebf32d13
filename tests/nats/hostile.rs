//! Peers that send anything.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::StreamExt;
use hmac_sha256::Hash;
use loopd_tools::nats::async_nats::{Client, HeaderMap, Message};
use loopd_tools::nats::{CallError, Port};
use loopd_tools::{ToolRequest, ToolResponse};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;

use crate::setup::{Setup, call, connect, request, text};

/// A worker of another make: it announces the digest of one text and sends another, and takes no
/// calls.
pub(crate) async fn announce(client: &Client, group: &str, announced: &str, sent: &str) {
    let id = format!("{group}-worker");
    let digest: String = Hash::hash(announced.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let mut asked = client
        .subscribe(format!("tools.worker.{id}"))
        .await
        .unwrap();
    let presence = json!({
        "type": "io.nats.micro.v1.ping_response", "name": "loopd-tools", "id": id,
        "version": "1.0.0",
        "metadata": {
            "group": group, "state": "here", "catalogue": digest, "tools": "1", "pages": "1",
            "beat_ms": "60000",
        },
    });
    client.flush().await.unwrap();
    let subject = format!("tools.presence.{group}");
    client
        .publish(subject, presence.to_string().into())
        .await
        .unwrap();
    let (client, sent) = (client.clone(), sent.to_owned());
    tokio::spawn(async move {
        while let Some(message) = asked.next().await {
            let mut headers = HeaderMap::new();
            headers.insert("Loopd-Page", "1");
            headers.insert("Loopd-Catalogue", &*digest);
            let reply = message.reply.unwrap();
            let text = sent.clone().into();
            let _ = client.publish_with_headers(reply, headers, text).await;
        }
    });
}

fn head(request: &str, deadline: SystemTime) -> HeaderMap {
    let millis = deadline.duration_since(UNIX_EPOCH).unwrap().as_millis();
    let mut headers = HeaderMap::new();
    headers.insert("Loopd-Request", request);
    headers.insert("Loopd-Call", "\"c\"");
    headers.insert("Loopd-Session", "\"s\"");
    headers.insert("Loopd-Deadline", millis.to_string());
    headers
}

fn soon() -> SystemTime {
    SystemTime::now() + Duration::from_secs(60)
}

async fn send(setup: &Setup, subject: &str, headers: HeaderMap, payload: &ToolRequest) -> Message {
    let payload = serde_json::to_vec(payload).unwrap();
    setup
        .client
        .request_with_headers(subject.to_owned(), headers, payload.into())
        .await
        .unwrap()
}

fn header<'a>(message: &'a Message, name: &'static str) -> &'a str {
    let headers = message.headers.as_ref().unwrap();
    headers.get(name).map_or("", |value| value.as_str())
}

#[tokio::test]
async fn a_call_by_hand() {
    let setup = Setup::new().await;
    let echo = request("echo", r#"{"text":"a"}"#);
    let answer = send(&setup, "tools.call.default.echo", head("r1", soon()), &echo).await;
    assert_eq!(header(&answer, "Loopd-Reply"), "response");
    let response: ToolResponse = serde_json::from_slice(&answer.payload).unwrap();
    assert!(matches!(response, ToolResponse::Result { text, .. } if text == "a"));
}

#[tokio::test]
async fn a_tool_that_the_subject_does_not_name_is_not_run() {
    let setup = Setup::new().await;
    // The server has allowed this host `echo`, and the payload asks for another.
    let wait = request("wait", "{}");
    let answer = send(&setup, "tools.call.default.echo", head("r1", soon()), &wait).await;
    assert_eq!(header(&answer, "Loopd-Reply"), "refused");
    let call_tool = request("call_tool", r#"{"name":"wait","arguments":{}}"#);
    let answer = send(
        &setup,
        "tools.call.default.echo",
        head("r2", soon()),
        &call_tool,
    )
    .await;
    assert_eq!(header(&answer, "Loopd-Reply"), "refused");
    assert_eq!(setup.gate.begun.available_permits(), 0);
}

#[tokio::test]
async fn a_call_whose_deadline_is_over_is_not_run() {
    let setup = Setup::new().await;
    setup.gate.may_end.add_permits(1);
    let past = SystemTime::now() - Duration::from_millis(1);
    let wait = request("wait", "{}");
    let answer = send(&setup, "tools.call.default.wait", head("r1", past), &wait).await;
    assert_eq!(header(&answer, "Loopd-Of"), "late");
    assert_eq!(setup.gate.begun.available_permits(), 0);
}

#[tokio::test]
async fn the_same_call_twice_runs_once() {
    let setup = Setup::new().await;
    setup.gate.may_end.add_permits(2);
    let wait = request("wait", "{}");
    for _ in 0..2 {
        let headers = head("the same", soon());
        let answer = send(&setup, "tools.call.default.wait", headers, &wait).await;
        assert_eq!(header(&answer, "Loopd-Reply"), "response");
    }
    assert_eq!(setup.gate.begun.available_permits(), 1);
}

#[tokio::test]
async fn a_held_call_that_is_never_told_to_run_does_not() {
    let setup = Setup::new().await;
    let mut headers = head("held", soon());
    headers.insert("Loopd-Hold", "1");
    let wait = request("wait", "{}");
    let answer = send(&setup, "tools.call.default.wait", headers, &wait).await;
    assert_eq!(header(&answer, "Loopd-Reply"), "taken");
    while setup.worker.in_flight() > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut ask = HeaderMap::new();
    ask.insert("Loopd-Ask", "go");
    ask.insert("Loopd-Request", "held");
    let subject = format!("tools.worker.{}", setup.worker.id());
    let answer = setup
        .client
        .request_with_headers(subject, ask, "".into())
        .await
        .unwrap();
    assert_eq!(header(&answer, "Loopd-Reply"), "expired");
    assert_eq!(setup.gate.begun.available_permits(), 0);
}

#[tokio::test]
async fn anything_at_all_reaches_a_worker_and_a_directory() {
    let setup = Setup::new().await;
    let names = prop::sample::select(vec![
        "Loopd-Request",
        "Loopd-Call",
        "Loopd-Session",
        "Loopd-Deadline",
        "Loopd-Digest",
        "Loopd-Hold",
        "Loopd-Claim",
        "Loopd-Ask",
        "Loopd-Page",
        "Loopd-Catalogue",
    ]);
    let values = prop_oneof![
        "[ -~]{0,20}",
        Just("tools".to_owned()),
        Just("go".to_owned()),
        Just("\"s\"".to_owned()),
        Just("99999999999999999999".to_owned()),
        Just("18446744073709551615".to_owned()),
        Just("9000000000000".to_owned()),
        Just("-1".to_owned()),
    ];
    let subjects = prop::sample::select(vec![
        "tools.call.default.echo".to_owned(),
        "tools.call.default.☀".to_owned(),
        format!("tools.worker.{}", setup.worker.id()),
        "tools.presence.default".to_owned(),
        "tools.presence.strange".to_owned(),
        "$SRV.PING".to_owned(),
        "$SRV.INFO.loopd-tools".to_owned(),
    ]);
    let payloads = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..64),
        Just(br#"{"tool":"echo","arguments":"{}"}"#.to_vec()),
        Just(br#"{"name":"loopd-tools","id":"x","metadata":{}}"#.to_vec()),
        Just(b"[[[[[[".to_vec()),
    ];
    let headers = prop::collection::vec((names, values), 0..8);
    let messages = (subjects, headers, payloads, any::<bool>());
    let mut runner = TestRunner::deterministic();
    let mut inbox = setup.client.subscribe("answers").await.unwrap();
    for _ in 0..3000 {
        let tree = messages.new_tree(&mut runner).unwrap();
        let (subject, pairs, payload, wants) = tree.current();
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name, value);
        }
        let client = &setup.client;
        let payload = payload.into();
        if wants {
            client
                .publish_with_reply_and_headers(subject, "answers", headers, payload)
                .await
                .unwrap();
        } else {
            client
                .publish_with_headers(subject, headers, payload)
                .await
                .unwrap();
        }
    }
    // Both go on as if nothing had been.
    assert_eq!(
        text(call(&setup.port, "echo", r#"{"text":"a"}"#).await),
        "a"
    );
    assert!(setup.directory.view().get("echo").is_some());
    assert!(inbox.next().await.is_some());
}

/// A worker of another make, which says of every call what a test tells it to.
async fn speaker(setup: &Setup, said: Vec<(&'static str, &'static str)>, payload: &'static str) {
    let client = connect(&setup.server).await;
    let mut calls = client
        .queue_subscribe("tools.call.odd.*", "odd".to_owned())
        .await
        .unwrap();
    client.flush().await.unwrap();
    tokio::spawn(async move {
        while let Some(message) = calls.next().await {
            let mut headers = HeaderMap::new();
            for (name, value) in &said {
                headers.insert(*name, *value);
            }
            let reply = message.reply.unwrap();
            let _ = client
                .publish_with_headers(reply, headers, payload.into())
                .await;
        }
    });
}

async fn odd(setup: &Setup) -> CallError {
    let port = Port::builder(setup.client.clone())
        .group("odd")
        .taking(Duration::from_millis(100))
        .patience(Duration::from_millis(150))
        .lost(Duration::from_millis(300))
        .asking(Duration::from_millis(50))
        .start()
        .await
        .unwrap();
    call(&port, "echo", "{}").await.unwrap_err()
}

#[tokio::test]
async fn what_a_worker_says_may_be_nonsense() {
    for (said, payload, expected) in [
        (vec![("Loopd-Reply", "response")], "no JSON", "Unreadable"),
        (vec![("Loopd-Reply", "response")], "", "Unreadable"),
        (
            vec![("Loopd-Reply", "response"), ("Loopd-Claim", "../x")],
            "",
            "Claim",
        ),
        (vec![("Loopd-Reply", "no word")], "", "NotTaken"),
        (vec![("Other", "x")], "{}", "NotTaken"),
        (vec![("Loopd-Reply", "taken")], "", "NotTaken"),
        (
            vec![("Loopd-Reply", "taken"), ("Loopd-Of", "a b")],
            "",
            "NotTaken",
        ),
        (
            vec![("Loopd-Reply", "taken"), ("Loopd-Of", "nobody")],
            "",
            "NotTaken",
        ),
        (
            vec![("Loopd-Reply", "refused"), ("Loopd-Of", "?")],
            "",
            "NotTaken",
        ),
        (
            vec![("Loopd-Reply", "refused"), ("Loopd-Of", "unreadable")],
            "",
            "Refused",
        ),
        (
            vec![("Loopd-Reply", "too-large"), ("Loopd-Sizes", "1 x")],
            "",
            "NotTaken",
        ),
        (
            vec![("Loopd-Reply", "too-large"), ("Loopd-Sizes", "9 5")],
            "",
            "ResultTooLarge",
        ),
    ] {
        let setup = Setup::new().await;
        speaker(&setup, said.clone(), payload).await;
        let error = format!("{:?}", odd(&setup).await);
        assert!(error.starts_with(expected), "{said:?} {payload}: {error}");
    }
}

#[tokio::test]
async fn a_worker_that_sends_what_it_does_not_announce() {
    let setup = Setup::new().await;
    let line = r#"{"schema":{"name":"x","description":"X.","parameters":{"type":"object","properties":{}}}}"#;
    announce(&setup.client, "strange", line, &format!("{line}\n")).await;
    while setup.directory.view().refused().is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(setup.directory.view().get("x").is_none());
}
