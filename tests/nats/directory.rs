//! What is listed, and how it follows the workers.

use std::sync::Arc;
use std::time::Duration;

use loopd_tools::nats::{Directory, Worker};
use loopd_tools::{Echo, Tool, Toolbox};
use serde_json::json;
use tokio::time::timeout;

use crate::server::Server;
use crate::setup::{Setup, broker, call, connect, named, text, tools, worker};

const LONG: Duration = Duration::from_secs(20);

/// Waits until the directory shows what is wanted.
async fn until(directory: &Directory, wanted: impl Fn(&Directory) -> bool) {
    let waiting = async {
        loop {
            let seen = directory.view().version();
            if wanted(directory) {
                return;
            }
            directory.changed(seen).await.unwrap();
        }
    };
    let view = || format!("{:?}", directory.view());
    timeout(LONG, waiting)
        .await
        .unwrap_or_else(|_| panic!("{}", view()));
}

fn names(directory: &Directory) -> Vec<String> {
    let registry = directory.registry();
    registry.names().into_iter().map(str::to_owned).collect()
}

#[tokio::test]
async fn workers_come_change_and_go() {
    let server = Server::start();
    let client = connect(&server).await;
    let directory = Directory::builder(client).start().await.unwrap();
    assert!(directory.registry().is_empty());

    let toolbox = Toolbox::new();
    toolbox.register(Echo::tool()).unwrap();
    let first = worker(&server, toolbox.clone()).await;
    until(&directory, |d| names(d) == ["echo"]).await;
    let entry = directory.registry().get("echo").unwrap().clone();
    assert_eq!(entry, Echo::entry());

    toolbox.register(named("more", "One more.")).unwrap();
    until(&directory, |d| names(d) == ["echo", "more"]).await;
    toolbox.remove("echo").unwrap();
    until(&directory, |d| names(d) == ["more"]).await;

    let second = worker(&server, toolbox.clone()).await;
    until(&directory, |d| d.view().peers().len() == 2).await;
    let other = Toolbox::new();
    other.register(named("third", "Of another group.")).unwrap();
    let third = Worker::builder(connect(&server).await, broker(other))
        .group("other")
        .beat(Duration::from_millis(100))
        .start()
        .await
        .unwrap();
    until(&directory, |d| names(d) == ["more", "third"]).await;
    assert_eq!(directory.view().get("third").unwrap().group(), "other");

    first.drain().await;
    until(&directory, |d| d.view().peers().len() == 2).await;
    assert_eq!(names(&directory), ["more", "third"]);
    // One that is killed says nothing.
    drop(third);
    until(&directory, |d| names(d) == ["more"]).await;
    second.drain().await;
    until(&directory, |d| names(d).is_empty()).await;
}

#[tokio::test]
async fn one_tool_that_cannot_be_listed_spoils_nothing() {
    let setup = Setup::new().await;
    // A worker of another make, which checks nothing.
    let lines = [
        json!({"schema": {"name": "good", "description": "Good.", "parameters": {"type": "object", "properties": {}}}}),
        json!({"schema": {"name": "find_tool", "description": "Reserved.", "parameters": {"type": "object", "properties": {}}}}),
        json!({"schema": {"name": "a.b", "description": "No name.", "parameters": {"type": "object", "properties": {}}}}),
        json!({"schema": {"name": "empty", "description": " ", "parameters": {"type": "object", "properties": {}}}}),
        json!({"schema": {"name": "odd", "description": "\u{1b}[2J", "parameters": {"type": "object", "properties": {}}}}),
        json!({"schema": {"name": "no_object", "description": "No.", "parameters": {"type": "array"}}}),
        json!({"schema": {"name": "unknown"}, "new_field": 1}),
        json!("\u{7}"),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    crate::hostile::announce(&setup.client, "strange", &text, &text).await;
    until(&setup.directory, |d| d.view().get("good").is_some()).await;
    let view = setup.directory.view();
    assert_eq!(
        view.refused().len(),
        lines.len() - 1,
        "{:?}",
        view.refused()
    );
    for refused in view.refused() {
        assert_eq!(refused.group, "strange");
        assert!(!refused.reason.is_empty());
        assert!(!format!("{}{}", refused.tool, refused.reason).contains(char::is_control));
    }
    assert!(view.get("echo").is_some());
}

#[tokio::test]
async fn who_was_there_first_keeps_the_name() {
    let setup = Setup::new().await;
    let other = Toolbox::new();
    other
        .register(named("echo", "Takes a name that is taken."))
        .unwrap();
    other.register(named("own", "Its own.")).unwrap();
    // Before `default` in every order.
    let worker = Worker::builder(connect(&setup.server).await, broker(other))
        .group("aaa")
        .beat(Duration::from_millis(100))
        .start()
        .await
        .unwrap();
    until(&setup.directory, |d| d.view().get("own").is_some()).await;
    let view = setup.directory.view();
    assert_eq!(view.get("echo").unwrap().group(), "default");
    assert_eq!(view.refused().len(), 1, "{:?}", view.refused());
    assert_eq!(
        (&*view.refused()[0].group, &*view.refused()[0].tool),
        ("aaa", "echo")
    );
    assert_eq!(
        text(call(&setup.port, "echo", r#"{"text":"a"}"#).await),
        "a"
    );
    assert_eq!(text(call(&setup.port, "own", "{}").await), "ran");
    // When its holder is gone the name is free.
    drop(setup.worker);
    until(&setup.directory, |d| {
        d.view()
            .get("echo")
            .is_some_and(|echo| echo.group() == "aaa")
    })
    .await;
    worker.drain().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tools_come_in_pages() {
    let server = Server::start();
    let toolbox = Toolbox::new();
    let words = "A description of some length, as tools have it. ".repeat(10);
    for number in 0..3000 {
        toolbox
            .register(named(&format!("tool_{number}"), &words))
            .unwrap();
    }
    // A definition that no message can hold is left out, and told of.
    toolbox
        .register(named("giant", &"x".repeat(2 * 1024 * 1024)))
        .unwrap();
    let worker = worker(&server, toolbox).await;
    assert_eq!(worker.left_out().await, ["giant"]);
    let directory = Directory::builder(connect(&server).await)
        .start()
        .await
        .unwrap();
    assert_eq!(directory.registry().len(), 3000);
    let first: Vec<_> = directory
        .registry()
        .schemas()
        .take(2)
        .map(|s| s.name.clone())
        .collect();
    assert_eq!(first, ["tool_0", "tool_1"]);
    // Bounds are kept.
    for bounded in [
        Directory::builder(connect(&server).await).max_tools(2999),
        Directory::builder(connect(&server).await).max_bytes(100_000),
    ] {
        let directory = bounded.start().await.unwrap();
        assert!(directory.registry().is_empty());
        assert_eq!(directory.view().refused().len(), 1);
    }
}

#[tokio::test]
async fn two_versions_in_one_group() {
    let server = Server::start();
    let old = Toolbox::new();
    old.register(named("tool", "The old one.")).unwrap();
    let new = Toolbox::new();
    new.register(named("tool", "The new one.")).unwrap();
    new.register(named("extra", "There is more.")).unwrap();
    let first = worker(&server, old).await;
    let directory = Directory::builder(connect(&server).await)
        .start()
        .await
        .unwrap();
    let port = loopd_tools::nats::Port::builder(connect(&server).await)
        .directory(&directory)
        .start()
        .await
        .unwrap();
    let second = worker(&server, new).await;
    until(&directory, |d| names(d) == ["extra", "tool"]).await;
    let described = |d: &Directory| d.registry().get("tool").unwrap().schema.description.clone();
    assert_eq!(described(&directory), "The old one.");
    // Calls go to whoever has the version that the model has read.
    for _ in 0..20 {
        assert_eq!(text(call(&port, "tool", "{}").await), "ran");
        assert_eq!(text(call(&port, "extra", "{}").await), "ran");
    }
    first.drain().await;
    until(&directory, |d| described(d) == "The new one.").await;
    assert!(directory.view().refused().is_empty());
    drop(second);
    let _ = tools(&Arc::default());
}
