//! How serving ends.

use std::time::Duration;

use serde_json::json;

use crate::kit::{Client, soon};
use crate::tools::server;

#[tokio::test]
async fn a_client_that_hangs_up_gets_the_answers_it_waits_for() {
    let mut client = Client::of(server()).await;
    let id = client
        .send("tools/call", json!({"name": "moment", "arguments": {}}))
        .await;
    client.tools().await;
    client.hang_up().await;
    let answer = client.answer(id).await;
    assert_eq!(answer["result"]["content"][0]["text"], "over");
    assert_eq!(client.read().await, None);
    soon("the end", &mut client.serving).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_server_that_is_told_to_end_lets_running_calls_finish() {
    let mut client = Client::of(server()).await;
    let id = client
        .send("tools/call", json!({"name": "moment", "arguments": {}}))
        .await;
    client.tools().await;
    client.stop();
    let answer = client.answer(id).await;
    assert_eq!(answer["result"]["content"][0]["text"], "over");
    soon("the end", &mut client.serving).await.unwrap().unwrap();
}

#[tokio::test]
async fn no_call_begins_once_a_server_is_told_to_end() {
    let mut client = Client::of(server()).await;
    let running = client
        .send("tools/call", json!({"name": "moment", "arguments": {}}))
        .await;
    client.tools().await;
    client.stop();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let late = client.call("echo", json!({"text": "late"})).await;
    assert_eq!(late["error"]["code"], -32603, "{late}");
    client.answer(running).await;
}

#[tokio::test]
async fn what_never_ends_is_ended_when_the_grace_is_over() {
    let mut client = Client::of(server().with_grace(Duration::from_millis(100))).await;
    client
        .send("tools/call", json!({"name": "forever", "arguments": {}}))
        .await;
    client.tools().await;
    client.stop();
    soon("the end", &mut client.serving).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_client_that_says_nothing_is_no_fault() {
    let mut client = Client::silent(server());
    client.hang_up().await;
    soon("the end", &mut client.serving).await.unwrap().unwrap();
    let mut client = Client::silent(server());
    client.stop();
    soon("the end", &mut client.serving).await.unwrap().unwrap();
}

#[tokio::test]
async fn nonsense_on_the_stream_ends_nothing() {
    let mut client = Client::of(server()).await;
    for method in ["tools/teleport", "", "resources/list", "prompts/list"] {
        let answer = client.request(method, json!({})).await;
        assert!(answer["error"]["code"].is_i64(), "{answer}");
    }
    let answer = client.request("tools/call", json!({"name": 7})).await;
    assert!(answer["error"]["code"].is_i64(), "{answer}");
    client.notify("notifications/nonsense", json!([])).await;
    assert_eq!(client.tools().await.len(), 9);
}
