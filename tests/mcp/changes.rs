//! Clients are told when the list changes.

use loopd_tools::mcp::Server;
use loopd_tools::{Echo, Edit, Tool};
use serde_json::json;

use crate::kit::Client;
use crate::tools::{Add, toolbox};

const CHANGED: &str = "notifications/tools/list_changed";

#[tokio::test]
async fn each_change_of_the_list_is_told() {
    let toolbox = toolbox();
    let mut client = Client::of(Server::of(toolbox.clone()).unwrap()).await;
    // The handshake is over once this is answered.
    client.tools().await;
    toolbox.remove("echo").unwrap();
    client.message(CHANGED).await;
    assert_eq!(client.tools().await[0]["name"], "add");
    toolbox.register(Echo::tool()).unwrap();
    client.message(CHANGED).await;
    assert_eq!(client.tools().await.last().unwrap()["name"], "echo");
    toolbox.replace(Add::tool()).unwrap();
    client.message(CHANGED).await;
    toolbox.hide("clock").unwrap();
    client.message(CHANGED).await;
    let listed = client.tools().await;
    assert!(listed.iter().all(|tool| tool["name"] != "clock"));
    // A hidden tool can be called, and hiding it once more changes no list.
    let answer = client.call("clock", json!({})).await;
    assert_eq!(answer["result"]["isError"], false);
    toolbox.apply(Edit::new().hide("clock")).unwrap();
    client.tools().await;
    assert_eq!(client.came(CHANGED), 0);
}

#[tokio::test]
async fn all_clients_are_told() {
    let toolbox = toolbox();
    let broker = loopd_tools::Broker::builder(toolbox.clone())
        .build()
        .unwrap();
    let mut one = Client::of(Server::new(broker.clone())).await;
    let mut other = Client::of(Server::new(broker)).await;
    one.tools().await;
    other.tools().await;
    toolbox.remove("echo").unwrap();
    one.message(CHANGED).await;
    other.message(CHANGED).await;
}

#[tokio::test]
async fn the_newest_revision_subscribes() {
    let toolbox = toolbox();
    let mut client = Client::silent(Server::of(toolbox.clone()).unwrap());
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "by-hand", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({
        "_meta": meta,
        "notifications": {"toolsListChanged": true, "promptsListChanged": true},
    });
    client.send("subscriptions/listen", params).await;
    let taken = client
        .message("notifications/subscriptions/acknowledged")
        .await;
    assert_eq!(
        taken["params"]["notifications"],
        json!({"toolsListChanged": true})
    );
    // What is told is told to those alone who listen, from there on.
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    toolbox.remove("echo").unwrap();
    client.message(CHANGED).await;
}
