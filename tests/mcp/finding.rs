//! A short list with many tools behind it.

use loopd_tools::mcp::Server;
use loopd_tools::{FnTool, Tool, Toolbox};
use serde_json::json;

use crate::kit::Client;
use crate::tools::Add;

fn many() -> Server {
    let toolbox = Toolbox::new();
    for number in 0..10_000 {
        let parameters = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
        let description = format!("Gives the number {number} of the big box.");
        let tool = FnTool::sync(
            format!("tool_{number}"),
            description,
            parameters,
            move |a, _| format!("{number} {}", a["n"]),
        );
        toolbox.register(tool.unwrap()).unwrap();
    }
    toolbox.register(Add::tool()).unwrap();
    Server::of(toolbox).unwrap().with_finding(true)
}

#[tokio::test]
async fn ten_thousand_tools_stand_behind_three() {
    let mut client = Client::of(many()).await;
    let tools = client.tools().await;
    let names: Vec<_> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["add", "find_tool", "call_tool"]);

    let answer = client
        .call("find_tool", json!({"query": "tool_4321"}))
        .await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("\"name\":\"tool_4321\""), "{text}");
    let call = json!({"name": "tool_4321", "arguments": {"n": 7}});
    let answer = client.call("call_tool", call).await;
    assert_eq!(answer["result"]["content"][0]["text"], "4321 7");
    // A core tool is called as everywhere.
    let answer = client.call("add", json!({"a": 1, "b": 1})).await;
    assert_eq!(answer["result"]["structuredContent"], json!({"sum": 2}));
}

#[tokio::test]
async fn what_is_not_found_is_told() {
    let mut client = Client::of(many()).await;
    let answer = client.call("find_tool", json!({"query": "zzz"})).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    for call in [
        json!({"name": "nobody", "arguments": {}}),
        json!({"name": "add", "arguments": {"a": 1, "b": 1}}),
        json!({"name": "tool_1", "arguments": "none"}),
        json!({}),
    ] {
        let answer = client.call("call_tool", call).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
    }
    let answer = client.call("nobody", json!({})).await;
    assert_eq!(answer["error"]["code"], -32602);
}

#[tokio::test]
async fn a_failure_behind_call_tool_is_a_failure() {
    let mut client = Client::of(many()).await;
    let call = json!({"name": "tool_1", "arguments": {"n": "many"}});
    let answer = client.call("call_tool", call).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
}
