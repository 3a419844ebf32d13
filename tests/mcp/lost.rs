//! Servers that die.

use std::time::Duration;

use loopd_tools::mcp::{HttpOptions, ImportOptions, Transport, import};
use loopd_tools::{ToolErrorKind, Toolbox};
use serde_json::{Value, json};

use crate::importing::{call, one, plain};
use crate::kit::http::Listening;
use crate::kit::{Said, Scripted, soon, until};
use crate::tools;

fn quick(toolbox: &Toolbox, attempts: u32) -> ImportOptions {
    ImportOptions::new(toolbox, "x_").with_reconnect(attempts, Duration::from_millis(20))
}

#[tokio::test]
async fn a_lost_server_is_reached_again() {
    let server = Scripted::saying(one(), "said");
    let toolbox = Toolbox::new();
    let imported = import(server.transport(), quick(&toolbox, 5))
        .await
        .unwrap();
    server.die();
    until("the second connection", || server.connections() == 2).await;
    until("the connection", || imported.is_connected()).await;
    assert_eq!(call(&toolbox, "x_say", json!({})).await.text(), "said");
}

#[tokio::test]
async fn a_call_meanwhile_is_told_so() {
    let server = Scripted::saying(one(), "said");
    let toolbox = Toolbox::new();
    let imported = import(server.transport(), quick(&toolbox, 1))
        .await
        .unwrap();
    server.set_closed(true);
    server.die();
    until("the loss", || !imported.is_connected()).await;
    let outcome = call(&toolbox, "x_say", json!({})).await;
    let error = outcome.error().unwrap();
    assert!(
        error.message().starts_with("the server x can't be reached"),
        "{error}"
    );
    assert!(error.is_retryable());
    // The tools stay where they are: a model's array does not change for it.
    assert_eq!(toolbox.names(), ["x_say"]);
}

#[tokio::test]
async fn attempts_are_bounded_and_can_be_begun_anew() {
    let server = Scripted::saying(one(), "said");
    let toolbox = Toolbox::new();
    let imported = import(server.transport(), quick(&toolbox, 3))
        .await
        .unwrap();
    server.set_closed(true);
    server.die();
    let text = async || call(&toolbox, "x_say", json!({})).await.text().into_owned();
    let mut last = String::new();
    for _ in 0..1000 {
        last = text().await;
        if last.contains("3 attempts to reach it again have failed") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(last.contains("nobody is there; 3 attempts"), "{last}");
    server.set_closed(false);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(server.connections(), 1);
    imported.reconnect();
    until("the connection", || imported.is_connected()).await;
    assert_eq!(text().await, "said");
}

#[tokio::test]
async fn a_server_that_dies_each_time_is_given_up() {
    let server = Scripted::new(one(), |_| Said::Death);
    let toolbox = Toolbox::new();
    let imported = import(server.transport(), quick(&toolbox, 2))
        .await
        .unwrap();
    until_given_up(&toolbox, || {
        server.connections() == 3 && !imported.is_connected()
    })
    .await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(server.connections(), 3);
    assert!(!imported.is_connected());
}

/// Calls again and again until `given_up` holds; every call fails.
async fn until_given_up(toolbox: &Toolbox, given_up: impl Fn() -> bool) {
    for _ in 0..1000 {
        let outcome = call(toolbox, "x_say", json!({})).await;
        assert!(!outcome.is_ok());
        tokio::time::sleep(Duration::from_millis(10)).await;
        if given_up() {
            return;
        }
    }
    panic!("it is never given up");
}

#[tokio::test]
async fn a_call_that_the_server_dies_in_may_have_been_carried_out() {
    let mut list = one();
    for (read_only, retryable) in [(false, false), (true, true)] {
        list["tools"][0]["annotations"] = json!({"readOnlyHint": read_only});
        let server = Scripted::new(list.clone(), |_| Said::Death);
        let toolbox = Toolbox::new();
        let _imported = import(server.transport(), quick(&toolbox, 1))
            .await
            .unwrap();
        let outcome = call(&toolbox, "x_say", json!({})).await;
        let error = outcome.error().unwrap();
        assert_eq!(error.kind(), ToolErrorKind::Execution);
        assert!(
            error
                .message()
                .contains("whether the call was carried out is not known"),
            "{error}"
        );
        assert_eq!(error.is_retryable(), retryable);
    }
}

#[tokio::test]
async fn what_a_server_lists_after_its_return_is_looked_at_anew() {
    let server = Scripted::saying(json!({"tools": [plain("a"), plain("b")]}), "said");
    let toolbox = Toolbox::new();
    let imported = import(server.transport(), quick(&toolbox, 5))
        .await
        .unwrap();
    let mut changed = plain("b");
    changed["description"] = json!("Now something else.");
    server.list_quietly(json!({"tools": [plain("a"), changed]}));
    server.die();
    until("the connection", || {
        server.connections() == 2 && imported.is_connected()
    })
    .await;
    assert_eq!(toolbox.names(), ["x_a"]);
    assert_eq!(imported.report().held[0].server_name, "b");
}

#[tokio::test]
async fn a_server_over_http_is_reached_again() {
    let mut listening = Listening::of(tools::server(), HttpOptions::new()).await;
    let address = listening.address;
    let toolbox = Toolbox::new();
    let transport = Transport::http(format!("http://{address}/mcp"));
    let _imported = import(transport, quick(&toolbox, 10)).await.unwrap();
    let answers = async || call(&toolbox, "x_echo", json!({"text": "a"})).await.is_ok();
    assert!(answers().await);
    listening.stop();
    soon("the end", &mut listening.serving).await.unwrap();
    assert!(!answers().await);
    let again = HttpOptions::new().with_address(address);
    let _listening = Listening::of(tools::server(), again).await;
    for _ in 0..500 {
        if answers().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it is never reached again");
}

/// A real program that ends in the middle of a call.
#[tokio::test]
async fn a_programs_last_words_are_told() {
    let script = r#"
        read line; echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"0"}}}'
        read line
        read line; echo '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"die","inputSchema":{"type":"object"}}]}}'
        read line; echo 'the disk is full' >&2; exit 1
    "#;
    let toolbox = Toolbox::new();
    let imported = import(Transport::command("sh", ["-c", script]), quick(&toolbox, 0))
        .await
        .unwrap();
    let outcome = call(&toolbox, "x_die", Value::Null).await;
    assert!(
        outcome.text().contains("was lost during the call"),
        "{}",
        outcome.text()
    );
    until("the loss", || !imported.is_connected()).await;
    let mut text = String::new();
    for _ in 0..500 {
        text = call(&toolbox, "x_die", json!({})).await.text().into_owned();
        if text.contains("last words") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(text.contains("its last words: the disk is full"), "{text}");
    imported.close().await;
}
