//! Calls, and what comes of them.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

use loopd_tools::mcp::{Caller, LogLevel, Server};
use loopd_tools::{Broker, CallLimits, Context, FnTool, Run, Tool, ToolError, ToolOutput, Toolbox};
use serde::Deserialize;
use serde_json::json;

use crate::kit::{Client, until};
use crate::tools::{STOPPED, server, toolbox};

#[tokio::test]
async fn text_is_text() {
    let mut client = Client::of(server()).await;
    let answer = client.call("echo", json!({"text": "a\n\"b\" é 😀"})).await;
    assert_eq!(
        answer["result"],
        json!({"content": [{"type": "text", "text": "a\n\"b\" é 😀"}], "isError": false})
    );
}

#[tokio::test]
async fn structured_output_is_there_twice() {
    let mut client = Client::of(server()).await;
    let answer = client.call("add", json!({"a": 1, "b": 2})).await;
    assert_eq!(
        answer["result"],
        json!({
            "content": [{"type": "text", "text": "{\"sum\":3}"}],
            "structuredContent": {"sum": 3},
            "isError": false,
        })
    );
}

#[tokio::test]
async fn parts_have_the_protocols_form() {
    let mut client = Client::of(server()).await;
    let answer = client.call("gallery", json!({})).await;
    assert_eq!(
        answer["result"]["content"],
        json!([
            {"type": "text", "text": "four"},
            {"type": "image", "data": "aGk=", "mimeType": "image/png"},
            {"type": "audio", "data": "aGk=", "mimeType": "audio/wav"},
            {"type": "resource_link", "uri": "file:///a", "name": "a"},
            {"type": "resource", "resource": {"uri": "file:///b", "text": "inside"}},
        ])
    );
}

#[tokio::test]
async fn failures_are_results() {
    let mut client = Client::of(server()).await;
    for (name, arguments, words) in [
        ("delete", json!({"what": "all"}), "all stays"),
        ("add", json!({"a": i32::MAX, "b": 1}), "beyond 32 bits"),
        ("add", json!({"a": 1}), "`b`"),
        ("add", json!({"a": "one", "b": 2}), "`a`"),
        ("echo", json!({"txt": 1}), "`text`"),
    ] {
        let answer = client.call(name, arguments).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert!(answer["result"].get("structuredContent").is_none());
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(words), "{text}");
    }
    // No arguments at all are none.
    let answer = client.request("tools/call", json!({"name": "clock"})).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
}

#[tokio::test]
async fn an_unknown_tool_is_an_error_of_the_protocol() {
    let mut client = Client::of(server()).await;
    for name in ["nobody", "", "find_tool", "call_tool"] {
        let answer = client.call(name, json!({})).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
}

/// Row E5: the panic of one call is that call's end, and its words are for logs.
#[tokio::test]
async fn a_panic_is_one_calls_failure() {
    let mut client = Client::of(server()).await;
    let answer = client.call("panics", json!({})).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(!answer.to_string().contains("1234"), "{answer}");
    let answer = client.call("echo", json!({"text": "still here"})).await;
    assert_eq!(answer["result"]["content"][0]["text"], "still here");
}

#[tokio::test]
async fn progress_comes_before_the_answer_and_grows() {
    let mut client = Client::of(server()).await;
    let params = json!({"name": "steps", "arguments": {}, "_meta": {"progressToken": "t"}});
    let id = client.send("tools/call", params).await;
    let mut told = Vec::new();
    loop {
        let message = client.read().await.unwrap();
        if message["id"] == id {
            break;
        }
        assert_eq!(message["method"], "notifications/progress");
        assert_eq!(message["params"]["progressToken"], "t");
        told.push(message["params"].clone());
    }
    let numbers: Vec<f64> = told
        .iter()
        .map(|said| said["progress"].as_f64().unwrap())
        .collect();
    assert_eq!(numbers.len(), 4, "{told:?}");
    assert!(
        numbers.windows(2).all(|pair| pair[0] < pair[1]),
        "{numbers:?}"
    );
    assert_eq!((numbers[1], told[1]["total"].as_f64()), (50.0, Some(100.0)));
    assert_eq!(told[1]["message"], "half");
    assert!(told[0].get("total").is_none());
}

#[tokio::test]
async fn nobody_who_did_not_ask_is_told_of_progress() {
    let mut client = Client::of(server()).await;
    client.call("steps", json!({})).await;
    assert_eq!(client.came("notifications/progress"), 0);
}

#[tokio::test]
async fn a_call_is_called_off() {
    let mut client = Client::of(server()).await;
    let before = STOPPED.load(Ordering::SeqCst);
    let id = client
        .send("tools/call", json!({"name": "forever", "arguments": {}}))
        .await;
    client.call("echo", json!({"text": "meanwhile"})).await;
    client
        .notify("notifications/cancelled", json!({"requestId": id}))
        .await;
    until("the end of the call", || {
        STOPPED.load(Ordering::SeqCst) > before
    })
    .await;
    // There is no answer to it.
    client.call("echo", json!({"text": "after"})).await;
    assert_eq!(client.came("never"), 0);
}

#[tokio::test]
async fn calls_run_at_once_up_to_a_bound() {
    let one = server().with_parallel(NonZeroUsize::MIN);
    let mut client = Client::of(one).await;
    let forever = client
        .send("tools/call", json!({"name": "forever", "arguments": {}}))
        .await;
    let echo = json!({"name": "echo", "arguments": {"text": "at last"}});
    let waits = client.send("tools/call", echo).await;
    // A list is no call.
    assert_eq!(client.tools().await.len(), 9);
    client
        .notify("notifications/cancelled", json!({"requestId": forever}))
        .await;
    let answer = client.answer(waits).await;
    assert_eq!(answer["result"]["content"][0]["text"], "at last");
}

#[tokio::test]
async fn the_brokers_limits_hold() {
    let limits = CallLimits::new().with_max_output(100);
    let broker = Broker::builder(toolbox()).limits(limits).build().unwrap();
    let mut client = Client::of(Server::new(broker)).await;
    let answer = client.call("echo", json!({"text": "x".repeat(5000)})).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.len() <= 100 && text.contains("left out"), "{text}");
}

/// A client that checks results would call a cut one a fault of the server.
#[tokio::test]
async fn promised_output_that_is_cut_is_a_failure() {
    let limits = CallLimits::new().with_max_output(8);
    let broker = Broker::builder(toolbox()).limits(limits).build().unwrap();
    let mut client = Client::of(Server::new(broker)).await;
    let answer = client.call("add", json!({"a": 100_000, "b": 1})).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
}

#[tokio::test]
async fn what_needs_a_grant_is_denied_without_one() {
    let toolbox = Toolbox::new();
    let nothing = json!({"type": "object", "properties": {}});
    let tool = FnTool::sync("shell", "Runs.", nothing, |_, _| "ran").unwrap();
    let tool = tool.with_definition(|definition| definition.with_requires(["exec"]));
    toolbox.register(tool).unwrap();
    let mut client = Client::of(Server::of(toolbox).unwrap()).await;
    let answer = client.call("shell", json!({})).await;
    assert_eq!(answer["result"]["isError"], true);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("was not allowed"), "{text}");
}

#[tokio::test]
async fn a_client_is_a_session() {
    #[derive(Clone)]
    struct Calls(u32);
    let toolbox = Toolbox::new();
    let nothing = json!({"type": "object", "properties": {}});
    let count = FnTool::sync("count", "Counts its calls.", nothing, |_, cx| {
        let extensions = cx.extensions().ensure(|| Calls(0));
        let calls = extensions.with_mut(|calls: &mut Calls| {
            calls.0 += 1;
            calls.0
        });
        format!("{} {:?}", calls.unwrap(), cx.value("who"))
    });
    toolbox.register(count.unwrap()).unwrap();
    let broker = Broker::builder(toolbox).build().unwrap();
    for _ in 0..2 {
        let server = Server::new(broker.clone());
        let server = server.with_session(|session| session.with_value("who", "me"));
        let mut client = Client::of(server).await;
        for calls in 1..3 {
            let answer = client.call("count", json!({})).await;
            let text = answer["result"]["content"][0]["text"].as_str().unwrap();
            assert_eq!(text, format!("{calls} Some(String(\"me\"))"));
        }
    }
}

/// Asks and tells the client.
#[derive(Tool, Deserialize)]
struct Talks;

impl Run for Talks {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        let caller = Caller::of(&cx).ok_or_else(|| ToolError::execution("alone"))?;
        caller.log(LogLevel::Debug, "talks", "quiet").await;
        caller
            .log(LogLevel::Warning, "talks", json!({"loud": true}))
            .await;
        let said = caller.sample("How are you?", 10).await?;
        let form = json!({"type": "object", "properties": {"name": {"type": "string"}}});
        let name = caller.ask("Who are you?", &form).await?;
        Ok(format!("{said} {}", name.unwrap_or_default()).into())
    }
}

#[tokio::test]
async fn a_tool_talks_to_its_caller() {
    let toolbox = Toolbox::new();
    toolbox.register(Talks::tool()).unwrap();
    let mut client = Client::of(Server::of(toolbox).unwrap()).await;
    let id = client
        .send("tools/call", json!({"name": "talks", "arguments": {}}))
        .await;
    let log = client.message("notifications/message").await;
    assert_eq!(
        log["params"],
        json!({"level": "warning", "logger": "talks", "data": {"loud": true}})
    );
    let asked = client.message("sampling/createMessage").await;
    assert_eq!(
        asked["params"]["messages"][0]["content"]["text"],
        "How are you?"
    );
    assert_eq!(asked["params"]["maxTokens"], 10);
    let content = json!({"type": "text", "text": "Fine."});
    let answer = json!({"role": "assistant", "content": content, "model": "m"});
    client.respond(&asked["id"], answer).await;
    let asked = client.message("elicitation/create").await;
    assert_eq!(asked["params"]["message"], "Who are you?");
    let answer = json!({"action": "accept", "content": {"name": "Ada"}});
    client.respond(&asked["id"], answer).await;
    let answer = client.answer(id).await;
    assert_eq!(
        answer["result"]["content"][0]["text"],
        "Fine. {\"name\":\"Ada\"}"
    );
}

#[tokio::test]
async fn a_client_says_how_much_it_wants_to_hear() {
    let toolbox = Toolbox::new();
    toolbox.register(Talks::tool()).unwrap();
    let mut client = Client::of(Server::of(toolbox).unwrap()).await;
    client
        .request("logging/setLevel", json!({"level": "error"}))
        .await;
    let id = client
        .send("tools/call", json!({"name": "talks", "arguments": {}}))
        .await;
    let asked = client.message("sampling/createMessage").await;
    assert_eq!(client.came("notifications/message"), 0);
    client.respond(&asked["id"], json!({"refused": true})).await;
    let answer = client.answer(id).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
}
