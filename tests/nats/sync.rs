//! The port for hosts that do not wait, wherever they stand.

use std::sync::Arc;
use std::thread;

use loopd_tools::nats::Port;
use loopd_tools::{Dispatcher, Registry, ToolPort, ToolResponse};
use tokio::runtime::{Builder, Runtime};

use crate::setup::{Gate, Setup, connect, request, tools, worker};

fn echoed(port: &impl ToolPort) -> bool {
    let response = port.call(&request("echo", r#"{"text":"a"}"#));
    matches!(response, ToolResponse::Result { text, .. } if text == "a")
}

#[test]
fn a_plain_thread_calls() {
    let runtime = Runtime::new().unwrap();
    let setup = runtime.block_on(Setup::new());
    assert!(echoed(&setup.port));
    let host = Dispatcher::new(
        Registry::clone(&setup.directory.registry()),
        setup.port.clone(),
    );
    let answer = host.call("call_tool", r#"{"name":"echo","arguments":{"text":"b"}}"#);
    assert_eq!(answer.text, "b");
    runtime.block_on(async { drop(setup) });
}

#[test]
fn a_runtime_whose_only_thread_calls_goes_on() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let setup = Setup::new().await;
        let port = setup.port.clone();
        assert!(tokio::spawn(async move { echoed(&port) }).await.unwrap());
    });
}

#[test]
fn another_runtime_calls() {
    let runtime = Runtime::new().unwrap();
    let setup = runtime.block_on(Setup::new());
    let other = Builder::new_current_thread().enable_all().build().unwrap();
    assert!(other.block_on(async { echoed(&setup.port) }));
    runtime.block_on(async { drop(setup) });
}

#[test]
fn a_thread_that_would_wait_for_itself_is_told_so() {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let setup = Setup::new().await;
        let response = setup.port.call(&request("echo", r#"{"text":"a"}"#));
        let ToolResponse::Failed { message } = response else {
            panic!("{response:?}");
        };
        assert!(message.contains("another thread"), "{message}");
    });
}

#[test]
fn a_runtime_that_has_ended_is_told_of() {
    let runtime = Runtime::new().unwrap();
    let setup = runtime.block_on(Setup::new());
    let port: Port = setup.port.clone();
    drop(runtime);
    let response = thread::spawn(move || port.call(&request("echo", "{}")))
        .join()
        .unwrap();
    assert!(matches!(response, ToolResponse::Failed { .. }));
}

#[test]
fn an_answer_that_does_not_come_is_told_to_the_model() {
    let runtime = Runtime::new().unwrap();
    let (port, server, _worker) = runtime.block_on(async {
        let server = crate::server::Server::start();
        let worker = worker(&server, tools(&Arc::new(Gate::default()))).await;
        let client = connect(&server).await;
        let port = Port::builder(client)
            .deadline(std::time::Duration::from_millis(300))
            .start()
            .await
            .unwrap();
        (port, server, worker)
    });
    let response = port.call(&request("wait", "{}"));
    let ToolResponse::Failed { message } = response else {
        panic!("{response:?}");
    };
    assert!(message.contains("may have taken effect"), "{message}");
    runtime.block_on(async { drop((port, _worker)) });
    drop(server);
}
