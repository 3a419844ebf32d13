//! What becomes of a server's tools.

use std::time::Duration;

use loopd_tools::mcp::{ImportError, ImportOptions, Imported, import};
use loopd_tools::{Broker, CallContext, Clock, Definition, Outcome, Tool, ToolRequest, Toolbox};
use serde_json::{Value, json};

use crate::kit::{Scripted, soon, until};

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
        .with_timeout(Duration::from_secs(9))
        .with_max_tools(2);
    let imported = import(server.transport(), options).await.unwrap();
    assert_eq!(toolbox.names(), ["x_a", "x_b"]);
    assert!(imported.report().skipped[0].reason.contains("more than 2"));
    let tool = definition(&toolbox, "x_a");
    assert!(tool.core() && tool.concurrent());
    assert_eq!(tool.requires(), ["mcp.x"]);
    assert_eq!(tool.timeout(), Some(Duration::from_secs(9)));
    // Nobody has granted it.
    let outcome = call(&toolbox, "x_a", json!({})).await;
    assert!(outcome.denial().is_some());
}
