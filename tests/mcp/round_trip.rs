//! The law of the round trip: a tool that is served and imported again is the same tool.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use loopd_tools::mcp::{
    HttpOptions, ImportError, ImportOptions, Imported, Lifecycle, Server, Transport, import,
};
use loopd_tools::{
    Arguments, Broker, CallContext, Definition, DynTool, Hints, Outcome, ToolRequest, Toolbox,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

use crate::importing::call;
use crate::kit::http::Listening;
use crate::kit::{soon, until};
use crate::tools;
use crate::types::kinds;
use crate::types::values::{allowed, changed, changes};

/// Serves a toolbox and imports it again.
async fn there_and_back(toolbox: &Toolbox, lifecycle: Lifecycle) -> (Toolbox, Imported) {
    let served = toolbox.clone();
    let transport = Transport::streams(move || {
        let server = Server::of(served.clone()).unwrap();
        async move {
            let (ours, theirs) = tokio::io::duplex(64 * 1024);
            let (reader, writer) = tokio::io::split(theirs);
            tokio::spawn(server.serve_io(reader, writer, std::future::pending()));
            Ok(tokio::io::split(ours))
        }
    });
    let back = Toolbox::new();
    let options = ImportOptions::new(&back, "").with_lifecycle(lifecycle);
    let imported = import(transport, options).await.unwrap();
    (back, imported)
}

/// What a round trip keeps of a definition.
fn kept(definition: &Definition) -> (Value, Option<String>, Hints, Option<Value>) {
    (
        serde_json::to_value(definition.schema()).unwrap(),
        definition.title().map(str::to_owned),
        definition.hints(),
        definition.output().cloned(),
    )
}

fn assert_same(toolbox: &Toolbox, back: &Toolbox) {
    assert_eq!(toolbox.names(), back.names());
    for (one, other) in toolbox.all().iter().zip(back.all()) {
        assert_eq!(kept(one.definition()), kept(other.definition()));
        // The bytes, not the meaning alone: prompt caches go by them.
        let bytes = |tool: &dyn DynTool| tool.definition().schema().parameters.to_string();
        assert_eq!(bytes(&**one), bytes(&*other));
        assert!(other.definition().untrusted());
    }
}

#[tokio::test]
async fn a_tool_comes_back_as_it_was() {
    for lifecycle in [Lifecycle::Handshake, Lifecycle::Newest] {
        let toolbox = tools::toolbox();
        let (back, imported) = there_and_back(&toolbox, lifecycle).await;
        let report = imported.report();
        assert!(
            report.skipped.is_empty() && report.unchecked.is_empty(),
            "{report:?}"
        );
        assert_same(&toolbox, &back);
    }
}

#[tokio::test]
async fn its_calls_come_to_the_same() {
    let toolbox = tools::toolbox();
    for lifecycle in [Lifecycle::Handshake, Lifecycle::Newest] {
        let (back, _imported) = there_and_back(&toolbox, lifecycle).await;
        for (name, arguments) in [
            ("echo", json!({"text": "a\nb é 😀 \"quoted\""})),
            ("echo", json!({"text": ""})),
            ("echo", json!({"txt": "x"})),
            ("add", json!({"a": 1, "b": -2})),
            ("add", json!({"a": "1", "b": 2.0})),
            ("add", json!({"a": i32::MAX, "b": 1})),
            ("add", json!({})),
            ("delete", json!({"what": "it"})),
            ("gallery", json!({})),
            ("gallery", json!(null)),
        ] {
            let here = call(&toolbox, name, arguments.clone()).await;
            let there = call(&back, name, arguments.clone()).await;
            let shown = format!("{name} {arguments}");
            assert_eq!(here.is_ok(), there.is_ok(), "{shown}: {}", there.text());
            assert_eq!(here.text(), there.text(), "{shown}");
            let parts =
                |outcome: &Outcome| outcome.output().map(|output| output.clone().into_parts());
            if here.is_ok() {
                assert_eq!(parts(&here), parts(&there), "{shown}");
            }
        }
    }
}

/// Every argument type of the project's tests, under its own name.
fn all_types() -> Toolbox {
    let toolbox = Toolbox::new();
    for kind in kinds() {
        let name = kind.name.to_lowercase();
        let tool = (kind.tool)().unwrap();
        let tool = tool.with_definition(|definition| definition.with_name(name));
        toolbox.register(tool).unwrap();
    }
    toolbox
}

#[tokio::test]
async fn every_schema_comes_back_byte_for_byte() {
    let toolbox = all_types();
    assert!(toolbox.len() >= 60);
    let (back, imported) = there_and_back(&toolbox, Lifecycle::Handshake).await;
    let report = imported.report();
    assert!(
        report.skipped.is_empty() && report.unchecked.is_empty(),
        "{report:?}"
    );
    assert_same(&toolbox, &back);
}

/// What is taken here is taken there, and what is refused here is refused there, in the same words.
#[tokio::test]
async fn every_argument_is_judged_alike() {
    let toolbox = all_types();
    let (back, _imported) = there_and_back(&toolbox, Lifecycle::Handshake).await;
    let cx = CallContext::new();
    let verdict = |tool: &dyn DynTool, sent: &Value| {
        let prepared = tool.prepare(Arguments::from(sent), &cx);
        prepared.map(drop).map_err(|error| error.model_text())
    };
    for (one, other) in toolbox.all().iter().zip(back.all()) {
        let schema = &one.definition().schema().parameters;
        let config = Config {
            cases: 16,
            failure_persistence: None,
            ..Config::default()
        };
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let mut runner = TestRunner::new_with_rng(config, rng);
        let law = runner.run(&(allowed(schema), changes()), |(value, changes)| {
            for sent in [value.clone(), changed(value, &changes)] {
                let (here, there) = (verdict(&**one, &sent), verdict(&*other, &sent));
                // A type's own syntax, such as that of addresses, is the server's alone to judge.
                if !matches!((&here, &there), (Err(_), Ok(()))) {
                    prop_assert_eq!(here, there, "{}", sent);
                }
            }
            Ok(())
        });
        law.unwrap_or_else(|error| panic!("{}: {error}", one.definition().name()));
    }
}

#[tokio::test]
async fn progress_and_calling_off_go_all_the_way() {
    let toolbox = tools::toolbox();
    let (back, _imported) = there_and_back(&toolbox, Lifecycle::Handshake).await;
    let broker = Broker::builder(back).build().unwrap();
    let request = |name: &str| ToolRequest {
        tool: name.to_owned(),
        arguments: "{}".to_owned(),
    };
    let told = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&told);
    let cx = CallContext::new().with_progress(move |progress| {
        sink.lock()
            .unwrap()
            .push((progress.fraction, progress.words.to_owned()));
    });
    let outcome = broker.call(request("steps"), cx).await;
    assert_eq!(outcome.text(), "there");
    until("a word", || {
        told.lock()
            .unwrap()
            .contains(&(Some(0.5), "half".to_owned()))
    })
    .await;

    let before = tools::STOPPED.load(Ordering::SeqCst);
    let cx = CallContext::new();
    let cancellation = cx.cancellation().clone();
    let calling = tokio::spawn(broker.call(request("forever"), cx));
    tokio::time::sleep(Duration::from_millis(100)).await;
    cancellation.cancel();
    soon("the end", calling).await.unwrap();
    let stopped = || tools::STOPPED.load(Ordering::SeqCst) > before;
    until("the end there", stopped).await;
}

#[tokio::test]
async fn changes_go_all_the_way() {
    for lifecycle in [Lifecycle::Handshake, Lifecycle::Newest] {
        let toolbox = tools::toolbox();
        let (back, _imported) = there_and_back(&toolbox, lifecycle).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        toolbox.remove("echo").unwrap();
        until("the removal", || !back.contains("echo")).await;
    }
}

#[tokio::test]
async fn it_is_the_same_over_http() {
    for lifecycle in [Lifecycle::Handshake, Lifecycle::Newest] {
        let toolbox = tools::toolbox();
        let options = HttpOptions::new().with_token("t");
        let server = Server::of(toolbox.clone()).unwrap();
        let mut listening = Listening::of(server, options).await;
        let url = format!("http://{}/mcp", listening.address);
        let back = Toolbox::new();
        let options = || ImportOptions::new(&back, "").with_lifecycle(lifecycle);
        let error = import(Transport::http(url.clone()), options())
            .await
            .unwrap_err();
        assert!(matches!(error, ImportError::Connect { .. }), "{error}");

        let transport = Transport::http(url).with_token("t");
        let imported = import(transport, options()).await.unwrap();
        assert_same(&toolbox, &back);
        for (name, arguments) in [
            ("echo", json!({"text": "a\nb é 😀"})),
            ("add", json!({"a": 1, "b": -2})),
            ("gallery", json!({})),
            ("delete", json!({"what": "it"})),
        ] {
            let here = call(&toolbox, name, arguments.clone()).await;
            let there = call(&back, name, arguments).await;
            assert_eq!(here.is_ok(), there.is_ok(), "{name}");
            assert_eq!(here.text(), there.text(), "{name}");
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        toolbox.remove("echo").unwrap();
        until("the removal", || !back.contains("echo")).await;
        imported.close().await;
        listening.stop();
        soon("the end", &mut listening.serving).await.unwrap();
    }
}
