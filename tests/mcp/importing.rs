//! Importing a server's tools, and calling them.

use std::sync::{Arc, Mutex};

use loopd_tools::mcp::{ImportError, ImportOptions, Imported, Lifecycle, Transport, import};
use loopd_tools::{
    Broker, CallContext, Clock, Definition, Outcome, Session, Tool, ToolErrorKind, ToolOutput,
    ToolRequest, Toolbox,
};
use serde_json::{Value, json};

use crate::kit::{Said, Scripted, soon, until};

/// A list of one tool that takes a text.
pub(crate) fn one() -> Value {
    json!({"tools": [tool("say", json!({"type": "object", "properties": {"text": {"type": "string"}}}))]})
}

pub(crate) fn tool(name: &str, schema: Value) -> Value {
    json!({"name": name, "description": format!("Does {name}."), "inputSchema": schema})
}

pub(crate) fn plain(name: &str) -> Value {
    tool(name, json!({"type": "object"}))
}

pub(crate) async fn bring(server: &Scripted, prefix: &str) -> (Toolbox, Imported) {
    let toolbox = Toolbox::new();
    let imported = import(server.transport(), ImportOptions::new(&toolbox, prefix)).await;
    (toolbox, imported.unwrap())
}

pub(crate) async fn call(toolbox: &Toolbox, name: &str, arguments: Value) -> Outcome {
    let broker = Broker::builder(toolbox.clone()).build().unwrap();
    let request = ToolRequest {
        tool: name.to_owned(),
        arguments: arguments.to_string(),
    };
    soon("an outcome", broker.call(request, CallContext::new())).await
}

fn definition(toolbox: &Toolbox, name: &str) -> Definition {
    toolbox.get(name).unwrap().definition().clone()
}

#[tokio::test]
async fn a_tool_becomes_one_of_the_toolbox() {
    let list = json!({"tools": [{
        "name": "say",
        "title": "Say",
        "description": "Says it.",
        "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}},
        "outputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}},
        "annotations": {"readOnlyHint": true, "destructiveHint": false},
    }]});
    let (toolbox, imported) = bring(&Scripted::saying(list, "said"), "x_").await;
    assert_eq!(toolbox.names(), ["x_say"]);
    let tool = definition(&toolbox, "x_say");
    assert_eq!(tool.title(), Some("Say"));
    assert_eq!(tool.schema().description, "Says it.");
    assert_eq!(
        tool.schema().parameters,
        json!({"type": "object", "properties": {"text": {"type": "string"}}})
    );
    assert_eq!(tool.hints().said(), [Some(true), Some(false), None, None]);
    assert!(tool.untrusted() && !tool.core());
    assert!(tool.output().is_some());
    let report = imported.report();
    assert_eq!(
        (report.tools[0].server_name.as_str(), &*report.tools[0].name),
        ("say", "x_say")
    );
    assert!(report.skipped.is_empty() && report.held.is_empty() && report.unchecked.is_empty());
    assert!(imported.is_connected());
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

#[tokio::test]
async fn names_are_made_legal_and_never_meet() {
    let list = json!({"tools": [
        plain("graph.list"), plain("graph_list"), plain("find_tool"), plain("clock"), plain("a b"),
        plain(&"long".repeat(30)),
    ]});
    let toolbox = Toolbox::new();
    toolbox.register(Clock::tool()).unwrap();
    let server = Scripted::saying(list, "said");
    let imported = import(server.transport(), ImportOptions::new(&toolbox, ""))
        .await
        .unwrap();
    let report = imported.report();
    assert_eq!(report.tools.len(), 6, "{report:?}");
    let name = |place: usize| &*report.tools[place].name;
    assert_eq!(name(1), "graph_list");
    assert!(name(0).starts_with("graph_list_"), "{}", name(0));
    assert!(name(2).starts_with("find_tool_"), "{}", name(2));
    assert!(name(3).starts_with("clock_"), "{}", name(3));
    assert_eq!(name(4), "a_b");
    assert_eq!(name(5).len(), 64);
    assert_eq!(toolbox.len(), 7);
    // Each is called by its own name.
    call(&toolbox, name(0), json!({})).await;
    assert_eq!(
        server.heard("tools/call")[0]["params"]["name"],
        "graph.list"
    );
    drop(imported);
    assert_eq!(toolbox.names(), ["clock"]);
}

#[tokio::test]
async fn prefixes_are_checked() {
    let server = Scripted::saying(one(), "said");
    for prefix in ["1_", "a.b", "ä", &"p".repeat(41)] {
        let toolbox = Toolbox::new();
        let error = import(server.transport(), ImportOptions::new(&toolbox, prefix)).await;
        assert!(matches!(error, Err(ImportError::Prefix { .. })), "{prefix}");
    }
}

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
async fn changes_of_the_list_are_followed() {
    let server = Scripted::saying(json!({"tools": [plain("a"), plain("b")]}), "said");
    let (toolbox, imported) = bring(&server, "x_").await;
    assert_eq!(toolbox.names(), ["x_a", "x_b"]);
    let version = toolbox.version();
    server.list(json!({"tools": [plain("b"), plain("c")]}));
    until("the change", || toolbox.names() == ["x_b", "x_c"]).await;
    assert_eq!(imported.report().tools.len(), 2);
    // The same list again changes nothing.
    let after = toolbox.version();
    assert!(after > version);
    server.list(json!({"tools": [plain("b"), plain("c")]}));
    until("the question", || server.heard("tools/list").len() == 3).await;
    assert_eq!(toolbox.version(), after);
    imported.close().await;
    assert!(toolbox.is_empty());
}

#[tokio::test]
async fn all_pages_are_read_and_circles_are_not() {
    let list = json!({"tools": [plain("a")], "nextCursor": "again"});
    let server = Scripted::saying(list, "said");
    let toolbox = Toolbox::new();
    let error = import(server.transport(), ImportOptions::new(&toolbox, "x_"))
        .await
        .unwrap_err();
    assert!(error.to_string().contains("circles"), "{error}");
    assert!(toolbox.is_empty());
}

#[tokio::test]
async fn what_options_say_holds() {
    let list = json!({"tools": [plain("a"), plain("b"), plain("c")]});
    let server = Scripted::saying(list, "said");
    let toolbox = Toolbox::new();
    let options = ImportOptions::new(&toolbox, "x_")
        .with_core(true)
        .with_concurrent(true)
        .with_requires(["mcp.x"])
        .with_timeout(std::time::Duration::from_secs(9))
        .with_max_tools(2);
    let imported = import(server.transport(), options).await.unwrap();
    assert_eq!(toolbox.names(), ["x_a", "x_b"]);
    assert!(imported.report().skipped[0].reason.contains("more than 2"));
    let tool = definition(&toolbox, "x_a");
    assert!(tool.core() && tool.concurrent());
    assert_eq!(tool.requires(), ["mcp.x"]);
    assert_eq!(tool.timeout(), Some(std::time::Duration::from_secs(9)));
    // Nobody has granted it.
    let outcome = call(&toolbox, "x_a", json!({})).await;
    assert!(outcome.denial().is_some());
}

#[tokio::test]
async fn a_server_without_the_newest_revision_is_shaken_hands_with() {
    let server = Scripted::saying(one(), "said");
    let toolbox = Toolbox::new();
    let options = ImportOptions::new(&toolbox, "x_").with_lifecycle(Lifecycle::Newest);
    let _imported = import(server.transport(), options).await.unwrap();
    assert_eq!(server.heard("server/discover").len(), 1);
    assert_eq!(call(&toolbox, "x_say", json!({})).await.text(), "said");
}

#[tokio::test]
async fn what_can_not_be_reached_is_told() {
    let toolbox = Toolbox::new();
    let nobody = Transport::command("/nowhere/at-all", ["x"]);
    let error = import(nobody, ImportOptions::new(&toolbox, "x_"))
        .await
        .unwrap_err();
    assert!(matches!(error, ImportError::Connect { .. }), "{error}");
    assert!(
        error
            .to_string()
            .contains("x can't be reached: it can't be started"),
        "{error}"
    );

    let script = "echo 'no configuration \u{1b}[31mfound' >&2; exit 3";
    let dies = Transport::command("sh", ["-c", script]);
    let error = import(dies, ImportOptions::new(&toolbox, "x_"))
        .await
        .unwrap_err();
    let text = error.to_string();
    assert!(
        text.ends_with("its last words: no configuration [31mfound"),
        "{text}"
    );

    let silent = Transport::command("sleep", ["60"]);
    let options = ImportOptions::new(&toolbox, "x_")
        .with_connect_timeout(std::time::Duration::from_millis(200));
    let error = import(silent, options).await.unwrap_err();
    assert!(
        error.to_string().contains("did not answer within 0.2 s"),
        "{error}"
    );
    assert!(toolbox.is_empty());
}

/// What a program sees of the environment is what it needs: cargo tells tests more than that.
#[tokio::test]
async fn secrets_stay_here() {
    let toolbox = Toolbox::new();
    let script =
        "echo \"got $LOOPD_TOKEN and ${CARGO_MANIFEST_DIR:-nothing} on ${PATH:-nothing}\" >&2";
    let run = async |change: fn(Transport) -> Transport| {
        let transport = change(Transport::command("sh", ["-c", script]));
        let error = import(transport, ImportOptions::new(&toolbox, "x_")).await;
        error.unwrap_err().to_string()
    };
    let text = run(|transport| transport.with_env("LOOPD_TOKEN", "t")).await;
    assert!(text.contains("got t and nothing on /"), "{text}");
    let text = run(|transport| transport.with_whole_environment(true)).await;
    assert!(text.contains("got  and /"), "{text}");
}
