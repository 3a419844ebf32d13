//! What a client reads of the tools.

use std::num::NonZeroUsize;

use loopd_tools::mcp::Server;
use loopd_tools::{DynTool, FnTool, Tool, Toolbox, ToolboxError};
use serde_json::{Value, json};

use crate::kit::Client;
use crate::tools::{Add, Delete, server};

#[tokio::test]
async fn tools_are_listed_in_the_order_of_their_registration() {
    let mut client = Client::of(server()).await;
    let tools = client.tools().await;
    let names: Vec<&str> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "echo", "add", "delete", "gallery", "clock", "panics", "steps", "forever", "moment"
        ]
    );
}

#[tokio::test]
async fn a_tool_is_told_as_it_is() {
    let mut client = Client::of(server()).await;
    let tools = client.tools().await;
    let output = Add::tool().definition().output().cloned();
    assert_eq!(
        tools[1],
        json!({
            "name": "add",
            "title": "Sum",
            "description": "Adds two numbers.\n\nBoth are needed.",
            "inputSchema": Add::schema().parameters,
            "outputSchema": output,
            "annotations": {"readOnlyHint": true, "openWorldHint": false},
        })
    );
    assert_eq!(
        tools[2]["annotations"],
        json!({"destructiveHint": true, "idempotentHint": true})
    );
    // What nobody has said is not said.
    assert!(tools[0].get("annotations").is_none() && tools[0].get("title").is_none());
    assert_eq!(Delete::schema().parameters, tools[2]["inputSchema"]);
}

/// Rows A1, A2: `{}` is no schema for clients that want an object.
#[tokio::test]
async fn a_tool_without_arguments_has_an_objects_schema() {
    let mut client = Client::of(server()).await;
    let tools = client.tools().await;
    assert_eq!(
        tools[3]["inputSchema"],
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
}

/// Row A5: a schema that spoils the lists of clients never gets into one.
#[tokio::test]
async fn a_bad_schema_is_refused_before_it_is_listed() {
    let toolbox = Toolbox::new();
    let bad = [
        json!(true),
        json!({}),
        json!({"type": "object", "properties": {"a": {"type": "int"}}}),
        json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}}),
    ];
    for parameters in bad {
        let (tool, _) = FnTool::foreign("bad", "Bad.", parameters, |_, _| async { "" });
        let error = toolbox.register(tool).unwrap_err();
        assert!(
            matches!(error, ToolboxError::InvalidSchema { .. }),
            "{error}"
        );
    }
    toolbox.register(Add::tool()).unwrap();
    let mut client = Client::of(Server::of(toolbox).unwrap()).await;
    assert_eq!(client.tools().await.len(), 1);
}

/// A union at the root is words for clients, and itself for those that know where to look.
#[tokio::test]
async fn what_the_dialect_says_otherwise_travels_beside_it() {
    let toolbox = Toolbox::new();
    let parameters = json!({
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    });
    let tool = FnTool::sync("one_of_two", "Takes one.", parameters.clone(), |_, _| "");
    toolbox.register(tool.unwrap()).unwrap();
    let mut client = Client::of(Server::of(toolbox).unwrap()).await;
    let tool = &client.tools().await[0];
    assert!(tool["inputSchema"].get("anyOf").is_none(), "{tool}");
    assert_ne!(tool["description"], "Takes one.");
    assert_eq!(
        tool["_meta"]["loopd-tools/schema"],
        json!({"description": "Takes one.", "parameters": parameters})
    );
}

/// Row E3: prompt caches live on lists that are the same byte for byte.
#[tokio::test]
async fn the_list_is_the_same_bytes_each_time() {
    let mut lists = Vec::new();
    for _ in 0..2 {
        let mut client = Client::of(server()).await;
        for _ in 0..2 {
            let answer = client.request("tools/list", json!({})).await;
            lists.push(answer["result"].to_string());
        }
    }
    assert!(lists.windows(2).all(|pair| pair[0] == pair[1]), "{lists:?}");
}

#[tokio::test]
async fn long_lists_have_pages() {
    let paged = server().with_page(NonZeroUsize::new(4).unwrap());
    let mut client = Client::of(paged).await;
    let whole = Client::of(server()).await.tools().await;
    let mut sizes = Vec::new();
    let mut cursor = json!({});
    loop {
        let answer = client.request("tools/list", cursor).await;
        sizes.push(answer["result"]["tools"].as_array().unwrap().len());
        match &answer["result"]["nextCursor"] {
            Value::Null => break,
            next => cursor = json!({"cursor": next}),
        }
    }
    assert_eq!(sizes, [4, 4, 1]);
    assert_eq!(client.tools().await, whole);
}

#[tokio::test]
async fn a_cursor_outlives_changes_of_the_list() {
    let toolbox = crate::tools::toolbox();
    let size = NonZeroUsize::new(2).unwrap();
    let mut client = Client::of(Server::of(toolbox.clone()).unwrap().with_page(size)).await;
    let first = client.request("tools/list", json!({})).await;
    let cursor = first["result"]["nextCursor"].clone();
    let next = async |client: &mut Client| {
        let page = client
            .request("tools/list", json!({"cursor": cursor}))
            .await;
        page["result"]["tools"][0]["name"].clone()
    };
    assert_eq!(next(&mut client).await, "delete");
    // One before it goes, then the very one that the cursor names.
    toolbox.remove("echo").unwrap();
    assert_eq!(next(&mut client).await, "delete");
    toolbox.remove("add").unwrap();
    assert_eq!(next(&mut client).await, "gallery");
}

#[tokio::test]
async fn a_made_up_cursor_is_an_error() {
    let mut client = Client::of(server()).await;
    for cursor in ["", "x", "99:nobody", "0:nobody", "-1:echo", "1"] {
        let answer = client
            .request("tools/list", json!({"cursor": cursor}))
            .await;
        assert_eq!(answer["error"]["code"], -32602, "{cursor}: {answer}");
    }
}

#[tokio::test]
async fn revisions_are_agreed_on() {
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let mut client = Client::silent(server());
        let answer = client.initialize(asked, json!({})).await;
        assert_eq!(answer["result"]["protocolVersion"], agreed);
        assert_eq!(
            answer["result"]["capabilities"]["tools"],
            json!({"listChanged": true})
        );
        assert_eq!(client.tools().await.len(), 9);
    }
}

/// The revision without a handshake: each request says for itself who asks.
#[tokio::test]
async fn the_newest_revision_needs_no_handshake() {
    let mut client = Client::silent(server());
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "by-hand", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let answer = client
        .request("server/discover", json!({"_meta": meta}))
        .await;
    let versions = answer["result"]["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2026-07-28")), "{answer}");
    let answer = client.request("tools/list", json!({"_meta": meta})).await;
    assert_eq!(
        answer["result"]["tools"].as_array().unwrap().len(),
        9,
        "{answer}"
    );
    let params = json!({"_meta": meta, "name": "echo", "arguments": {"text": "hi"}});
    let answer = client.request("tools/call", params).await;
    assert_eq!(answer["result"]["content"][0]["text"], "hi", "{answer}");
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
}
