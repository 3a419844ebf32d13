//! Calls of imported tools, and what comes of them.

use std::sync::{Arc, Mutex};

use loopd_tools::{Broker, Session, ToolErrorKind, ToolOutput, ToolRequest};
use serde_json::{Value, json};

use crate::importing::{bring, call, one};
use crate::kit::{Said, Scripted, soon, until};

#[tokio::test]
async fn results_keep_their_parts() {
    let server = Scripted::new(one(), |_| {
        Said::Result(json!({"content": [
            {"type": "text", "text": "four"},
            {"type": "image", "data": "aGk=", "mimeType": "image/png"},
            {"type": "audio", "data": "aGk=", "mimeType": "audio/wav"},
            {"type": "resource_link", "uri": "file:///a", "name": "a"},
            {"type": "resource", "resource": {"uri": "file:///b", "text": "inside"}},
        ]}))
    });
    let (toolbox, _imported) = bring(&server, "x_").await;
    let outcome = call(&toolbox, "x_say", json!({})).await;
    let parts = outcome.output().unwrap().clone().into_parts();
    let kinds: Vec<_> = parts
        .iter()
        .map(|part| serde_json::to_value(part).unwrap())
        .collect();
    let kinds: Vec<_> = kinds
        .iter()
        .map(|part| part["type"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        ["text", "image", "audio", "resource_link", "resource"]
    );
}

#[tokio::test]
async fn structured_results_are_structured() {
    let structured = json!({"n": 1});
    for (content, output) in [
        // The usual form, the text being the same.
        (
            json!([{"type": "text", "text": "{ \"n\": 1 }"}]),
            json!({"n": 1}),
        ),
        (json!([]), json!({"n": 1})),
    ] {
        let result = json!({"content": content, "structuredContent": structured});
        let server = Scripted::new(one(), move |_| Said::Result(result.clone()));
        let (toolbox, _imported) = bring(&server, "x_").await;
        let outcome = call(&toolbox, "x_say", json!({})).await;
        assert_eq!(outcome.output().unwrap().structured_value(), Some(output));
    }
    // Words that say something else than a structure that nobody has promised go before it.
    let result =
        json!({"content": [{"type": "text", "text": "one"}], "structuredContent": structured});
    let server = Scripted::new(one(), move |_| Said::Result(result.clone()));
    let (toolbox, _imported) = bring(&server, "x_").await;
    assert_eq!(call(&toolbox, "x_say", json!({})).await.text(), "one");
}

#[tokio::test]
async fn a_promise_of_structure_is_held_to() {
    let list = json!({"tools": [{
        "name": "say", "description": "d", "inputSchema": {"type": "object"},
        "outputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
    }]});
    for (structured, good) in [
        (json!({"n": 1}), true),
        (json!({"n": "1"}), false),
        (json!({}), false),
    ] {
        let result = json!({"content": [], "structuredContent": structured});
        let server = Scripted::new(list.clone(), move |_| Said::Result(result.clone()));
        let (toolbox, _imported) = bring(&server, "x_").await;
        let outcome = call(&toolbox, "x_say", json!({})).await;
        assert_eq!(outcome.is_ok(), good, "{structured}: {}", outcome.text());
    }
}

#[tokio::test]
async fn failures_are_failures() {
    let server = Scripted::new(
        one(),
        |message| match &message["params"]["arguments"]["text"] {
            Value::String(text) if text == "tool" => Said::Result(json!({
                "content": [{"type": "text", "text": "no such file"}], "isError": true,
            })),
            Value::String(text) if text == "params" => Said::Error(-32602, "bad \u{1b}[31mtext"),
            _ => Said::Error(-32000, "out of order"),
        },
    );
    let (toolbox, _imported) = bring(&server, "x_").await;
    let outcome = call(&toolbox, "x_say", json!({"text": "tool"})).await;
    assert!(outcome.output().is_some_and(ToolOutput::is_error));
    assert_eq!(outcome.text(), "no such file");
    let outcome = call(&toolbox, "x_say", json!({"text": "params"})).await;
    assert_eq!(outcome.error().unwrap().kind(), ToolErrorKind::InvalidInput);
    assert!(
        outcome
            .text()
            .contains("the server x refuses the call: bad [31mtext"),
        "{}",
        outcome.text()
    );
    let outcome = call(&toolbox, "x_say", json!({"text": "other"})).await;
    assert!(outcome.text().contains("out of order"));
}

#[tokio::test]
async fn progress_reaches_the_host() {
    let server = Scripted::new(one(), |message| {
        let token = &message["params"]["_meta"]["progressToken"];
        let progress = |params: Value| json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
        Said::First(
            vec![
                progress(
                    json!({"progressToken": token, "progress": 1, "total": 4, "message": "a\u{7}b"}),
                ),
                progress(json!({"progressToken": token, "progress": 2})),
                progress(json!({"progressToken": "nobody's", "progress": 3})),
            ],
            Box::new(Said::Result(json!({"content": []}))),
        )
    });
    let (toolbox, _imported) = bring(&server, "x_").await;
    let told = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&told);
    let session = Session::new("s").with_progress(move |progress| {
        let word = (progress.fraction, progress.words.to_owned());
        sink.lock().unwrap().push(word);
    });
    let broker = Broker::builder(toolbox).build().unwrap();
    let request = ToolRequest {
        tool: "x_say".into(),
        arguments: "{}".into(),
    };
    broker.call(request, session.call("c")).await;
    until("the first word", || !told.lock().unwrap().is_empty()).await;
    let told = told.lock().unwrap().clone();
    assert_eq!(told[0], (Some(0.25), "ab".to_owned()));
    assert!(told.len() <= 2);
}

#[tokio::test]
async fn a_call_that_is_called_off_is_called_off_there() {
    let server = Scripted::new(one(), |_| Said::Nothing);
    let (toolbox, _imported) = bring(&server, "x_").await;
    let session = Session::new("s");
    let cx = session.call("c");
    let cancellation = cx.cancellation().clone();
    let broker = Broker::builder(toolbox.clone()).build().unwrap();
    let request = ToolRequest {
        tool: "x_say".into(),
        arguments: "{}".into(),
    };
    let calling = tokio::spawn(broker.call(request.clone(), cx));
    until("the call", || server.heard("tools/call").len() == 1).await;
    cancellation.cancel();
    let outcome = soon("the end", calling).await.unwrap();
    assert_eq!(outcome.error().unwrap().kind(), ToolErrorKind::Cancelled);
    until("the word", || {
        server.heard("notifications/cancelled").len() == 1
    })
    .await;
    let id = &server.heard("tools/call")[0]["id"];
    assert_eq!(
        &server.heard("notifications/cancelled")[0]["params"]["requestId"],
        id
    );

    // A call that nobody waits for any more is called off as well.
    let calling = tokio::spawn(broker.call(request, session.call("d")));
    until("the call", || server.heard("tools/call").len() == 2).await;
    calling.abort();
    until("the word", || {
        server.heard("notifications/cancelled").len() == 2
    })
    .await;
}

#[tokio::test]
async fn a_call_reaches_the_server_as_it_is_meant() {
    let server = Scripted::saying(one(), "said");
    let (toolbox, _imported) = bring(&server, "x_").await;
    let outcome = call(
        &toolbox,
        "x_say",
        json!({"text": "hi", "big": 9_007_199_254_740_993_u64}),
    )
    .await;
    assert_eq!(outcome.text(), "said");
    assert!(outcome.untrusted && outcome.is_ok());
    let heard = server.heard("tools/call");
    assert_eq!(heard[0]["params"]["name"], "say");
    assert_eq!(
        heard[0]["params"]["arguments"],
        json!({"text": "hi", "big": 9_007_199_254_740_993_u64})
    );
    // Arguments that do not fit never leave; what can be mended is.
    let outcome = call(&toolbox, "x_say", json!({"text": [1]})).await;
    assert_eq!(outcome.error().unwrap().kind(), ToolErrorKind::InvalidInput);
    assert_eq!(server.heard("tools/call").len(), 1);
}
