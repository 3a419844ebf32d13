//! Servers that say what they should not.

use std::time::Duration;

use loopd_tools::Toolbox;
use loopd_tools::mcp::{ImportOptions, import};
use serde_json::{Value, json};

use crate::importing::{bring, call, one, plain, tool};
use crate::kit::{Said, Scripted};

/// One bad tool spoils nothing: each is looked at alone.
#[tokio::test]
async fn bad_tools_are_skipped_and_told() {
    let deep = (0..100).fold(
        json!({"type": "string"}),
        |inner, _| json!({"type": "array", "items": inner}),
    );
    let list = json!({"tools": [
        plain("good"),
        {"name": "no schema", "description": "d"},
        tool("a boolean", json!(true)),
        tool("a list", json!([])),
        tool("null", Value::Null),
        tool("no object", json!({"type": "string"})),
        tool("no type", json!({"type": "object", "properties": {"a": {"type": "int"}}})),
        tool("nowhere", json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}})),
        tool("elsewhere", json!({"type": "object", "properties": {"a": {"$ref": "http://127.0.0.1:9/x"}}})),
        tool("deep", json!({"type": "object", "properties": {"a": deep}})),
        tool("huge", json!({"type": "object", "description": "x".repeat(300_000)})),
        {"description": "nameless", "inputSchema": {"type": "object"}},
        {"name": "", "inputSchema": {"type": "object"}},
        {"name": 7, "inputSchema": {"type": "object"}},
        plain("good"),
        "no tool at all",
        null,
        plain("last"),
    ]});
    let (toolbox, imported) = bring(&Scripted::saying(list, "said"), "x_").await;
    let report = imported.report();
    assert_eq!(toolbox.names(), ["x_good", "x_last"], "{report:#?}");
    assert_eq!(report.skipped.len(), 16, "{report:#?}");
    assert!(
        report
            .skipped
            .iter()
            .all(|skipped| !skipped.reason.is_empty())
    );
    let reason = |name: &str| {
        let mut skipped = report.skipped.iter();
        &*skipped
            .find(|skipped| skipped.server_name == name)
            .unwrap()
            .reason
    };
    assert!(reason("a boolean").contains("a boolean, no object"));
    assert!(reason("huge").contains("262144 are allowed"));
    assert!(reason("deep").contains("deeper than 64"));
    assert!(reason("good").contains("twice"));
    assert_eq!(call(&toolbox, "x_good", json!({})).await.text(), "said");
}

/// What servers leave out where there is nothing to say.
#[tokio::test]
async fn sparse_tools_are_taken() {
    let list = json!({"tools": [
        {"name": "bare", "inputSchema": {}},
        {"name": "null", "inputSchema": {"type": "object"}, "description": null, "annotations": null,
         "outputSchema": null, "title": null},
        {"name": "old", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#",
         "type": "object", "properties": {}, "additionalProperties": false}},
        {"name": "odd", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": "yes"}},
    ]});
    let (toolbox, imported) = bring(&Scripted::saying(list, "said"), "x_").await;
    assert_eq!(toolbox.len(), 4, "{:?}", imported.report());
    let description = |name: &str| {
        toolbox
            .get(name)
            .unwrap()
            .definition()
            .schema()
            .description
            .clone()
    };
    assert_eq!(description("x_bare"), "The tool bare of an MCP server.");
    for name in ["x_bare", "x_null", "x_old", "x_odd"] {
        assert_eq!(call(&toolbox, name, json!({})).await.text(), "said");
    }
}

/// What a server of this crate adds is looked at like all else.
#[tokio::test]
async fn an_own_schema_is_no_way_round() {
    let own = |own: Value| {
        let mut tool = plain("t");
        tool["_meta"] = json!({"loopd-tools/schema": own, "other": 1});
        json!({"tools": [tool]})
    };
    let huge = json!({"type": "object", "description": "x".repeat(300_000)});
    for (own, kept) in [
        (
            own(json!({"description": "Own.", "parameters": {"type": "object"}})),
            Some("Own."),
        ),
        (
            own(json!({"description": "\u{1b}Own.", "parameters": {}})),
            Some("Own."),
        ),
        (
            own(json!({"description": "Own.", "parameters": true})),
            Some("Does t."),
        ),
        (own(json!("Own.")), Some("Does t.")),
        (
            own(json!({"description": "Own.", "parameters": huge})),
            None,
        ),
        (
            own(json!({"description": "Own.", "parameters": {"type": "string"}})),
            None,
        ),
    ] {
        let (toolbox, imported) = bring(&Scripted::saying(own, "said"), "x_").await;
        let tool = toolbox.get("x_t");
        let description = tool.map(|tool| tool.definition().schema().description.clone());
        assert_eq!(description.as_deref(), kept, "{:?}", imported.report());
    }
}

#[tokio::test]
async fn texts_are_made_harmless() {
    let list = json!({"tools": [{
        "name": "evil\u{1b}[2J",
        "title": "two\nlines\u{202e}",
        "description": "good\u{1b}]0;title\u{7} \u{e0041}\u{e0042}text\u{202e}",
        "inputSchema": {"type": "object", "properties": {
            "a": {"type": "string", "description": "x\u{8}y", "enum": ["k\u{1}", "l"]},
            "description": {"type": "string", "title": "\u{1b}t"},
        }},
    }]});
    let server = Scripted::new(list, |_| {
        Said::Result(json!({"content": [
            {"type": "text", "text": "a\u{1b}[31mb\u{0}\n\tc\u{e0041}"},
            {"type": "resource_link", "uri": "file:///\u{1b}", "name": "n\u{7}"},
        ]}))
    });
    let (toolbox, imported) = bring(&server, "x_").await;
    let name = &imported.report().tools[0].name;
    let tool = toolbox.get(name).unwrap();
    let definition = tool.definition();
    assert_eq!(definition.title(), Some("two lines"));
    assert_eq!(definition.schema().description, "good]0;title text");
    let parameters = &definition.schema().parameters;
    assert_eq!(parameters["properties"]["a"]["description"], "xy");
    assert_eq!(parameters["properties"]["description"]["title"], "t");
    // What must be written to the letter stays.
    assert_eq!(parameters["properties"]["a"]["enum"][0], "k\u{1}");
    let outcome = call(&toolbox, name, json!({})).await;
    assert_eq!(outcome.text(), "a[31mb\n\tc\n[resource n: file:///]");
}

#[tokio::test]
async fn texts_are_bounded() {
    let mut list = one();
    list["tools"][0]["description"] = json!("d".repeat(20_000));
    let server = Scripted::new(list, |_| {
        Said::Result(json!({"content": [
            {"type": "text", "text": "t".repeat(3000)},
            {"type": "image", "data": "A".repeat(9 * 1024 * 1024), "mimeType": "image/png"},
        ]}))
    });
    let toolbox = Toolbox::new();
    let options = ImportOptions::new(&toolbox, "x_").with_max_text(1000);
    let _imported = import(server.transport(), options).await.unwrap();
    let description = toolbox
        .get("x_say")
        .unwrap()
        .definition()
        .schema()
        .description
        .clone();
    assert!(description.len() < 9000 && description.ends_with("bytes left out]"));
    let outcome = call(&toolbox, "x_say", json!({})).await;
    assert_eq!(
        outcome.text(),
        format!(
            "{} [2000 bytes left out]\n[image image/png of 9437184 bytes left out]",
            "t".repeat(1000)
        )
    );
}

#[tokio::test]
async fn results_of_no_known_form_are_taken_as_far_as_they_go() {
    for (result, text) in [
        (
            json!({"content": [{"type": "hologram", "data": 1}, {"type": "text", "text": "a"}]}),
            "[hologram left out]\na",
        ),
        (
            json!({"content": [7, null, {"type": "text"}], "isError": false}),
            "[nothing left out]\n[nothing left out]\n[text left out]",
        ),
        (
            json!({"content": [{"type": "json", "value": {}}]}),
            "[json left out]",
        ),
        (json!({"content": "no list"}), ""),
        (json!({}), ""),
        (json!({"answer": 42}), ""),
    ] {
        let shown = result.to_string();
        let server = Scripted::new(one(), move |_| Said::Result(result.clone()));
        let (toolbox, _imported) = bring(&server, "x_").await;
        let outcome = call(&toolbox, "x_say", json!({})).await;
        assert_eq!(outcome.text(), text, "{shown}");
    }
}

#[tokio::test]
async fn a_list_that_is_none_is_told() {
    for list in [
        json!({"tools": "all"}),
        json!({}),
        json!([]),
        json!(null),
        json!("x"),
    ] {
        let toolbox = Toolbox::new();
        let server = Scripted::saying(list.clone(), "said");
        let options = ImportOptions::new(&toolbox, "x_");
        let options = options.with_connect_timeout(Duration::from_secs(3));
        let error = import(server.transport(), options).await;
        let text = error.unwrap_err().to_string();
        assert!(text.contains("does not tell its tools"), "{list}: {text}");
    }
}

/// A server asks for nothing of this host: no model, no person, no directory.
#[tokio::test]
async fn a_server_gets_nothing_that_it_asks_for() {
    let server = Scripted::new(one(), |_| {
        Said::First(
            vec![
                json!({"jsonrpc": "2.0", "id": "s", "method": "sampling/createMessage", "params": {
                    "messages": [{"role": "user", "content": {"type": "text", "text": "hi"}}], "maxTokens": 5,
                }}),
                json!({"jsonrpc": "2.0", "id": "r", "method": "roots/list"}),
                json!({"jsonrpc": "2.0", "method": "notifications/made/up", "params": {}}),
            ],
            Box::new(Said::Result(json!({"content": []}))),
        )
    });
    let (toolbox, _imported) = bring(&server, "x_").await;
    assert!(call(&toolbox, "x_say", json!({})).await.is_ok());
    let initialize = &server.heard("initialize")[0];
    assert_eq!(initialize["params"]["capabilities"], json!({}));
}
