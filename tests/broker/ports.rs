//! The broker for hosts that do not wait: nothing deadlocks, wherever the caller stands.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use loopd_tools::broker::BrokerPort;
use loopd_tools::{
    Broker, CallContext, Dispatcher, Session, ToolErrorKind, ToolPort, ToolRequest, ToolResponse,
    Toolbox,
};
use serde_json::json;
use tokio::runtime::{Builder, Runtime};

use crate::drive::{for_ever, raw, request};
use crate::tools::{Probe, Says};

/// Tools that need what a runtime gives: a timer, tasks, threads for what blocks.
fn broker() -> Broker {
    let toolbox = Toolbox::new();
    let sleeps = Probe::new("sleeps", |_, cx| async move {
        tokio::time::sleep(Duration::from_millis(2)).await;
        let task = tokio::spawn(async { 20 + 1 });
        let thread = tokio::task::spawn_blocking(|| 21);
        let sum = task.await.unwrap() + thread.await.unwrap();
        Ok(format!("{} {sum}", cx.call_id()))
    });
    toolbox.register(sleeps).unwrap();
    toolbox.register(Says::new("says", "said")).unwrap();
    let stuck = Probe::new("stuck", |_, _| async {
        for_ever().await;
        Ok("never")
    });
    let stuck = stuck.define(|tool| tool.with_timeout(Duration::from_millis(5)));
    toolbox.register(stuck).unwrap();
    let limits = loopd_tools::CallLimits::new().with_grace(Duration::from_millis(1));
    Broker::builder(toolbox).limits(limits).build().unwrap()
}

fn port() -> BrokerPort {
    broker().port(CallContext::new()).unwrap()
}

fn text(response: ToolResponse) -> String {
    match response {
        ToolResponse::Result { text, .. } => text,
        other => panic!("{other:?}"),
    }
}

/// Calls of all kinds, one after the other.
fn use_it(port: &BrokerPort) {
    assert_eq!(text(port.call(&raw("says", "{}"))), "said");
    assert!(text(port.call(&raw("sleeps", "{}"))).ends_with(" 42"));
    let outcome = port.outcome(&raw("stuck", "{}"));
    assert_eq!(outcome.error().unwrap().kind(), ToolErrorKind::Timeout);
}

fn current_thread() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

fn one_worker() -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

#[test]
fn without_a_runtime() {
    use_it(&port());
}

#[test]
fn inside_a_current_thread_runtime() {
    let port = port();
    current_thread().block_on(async { use_it(&port) });
}

#[test]
fn inside_a_multi_thread_runtime_with_one_worker() {
    let port = Arc::new(port());
    let runtime = one_worker();
    runtime.block_on(async { use_it(&port) });
    let inside = Arc::clone(&port);
    runtime.block_on(async move { tokio::spawn(async move { use_it(&inside) }).await.unwrap() });
}

#[test]
fn inside_a_local_set() {
    let port = port();
    let local = tokio::task::LocalSet::new();
    local.block_on(&current_thread(), async { use_it(&port) });
}

#[test]
fn a_port_is_made_and_dropped_inside_a_runtime() {
    for runtime in [current_thread(), one_worker()] {
        runtime.block_on(async { use_it(&port()) });
    }
}

#[test]
fn a_call_through_the_port_may_call_through_it_again() {
    let broker = broker();
    let port = Arc::new(broker.port(CallContext::new()).unwrap());
    let inside = Arc::clone(&port);
    let nested = Probe::new("nested", move |arguments, _| {
        let inside = Arc::clone(&inside);
        async move {
            let depth = arguments["depth"].as_u64().unwrap();
            if depth == 0 {
                return Ok(text(inside.call(&raw("sleeps", "{}"))));
            }
            // Blocks the thread that drives this very call.
            let deeper = request("nested", &json!({"depth": depth - 1}));
            Ok(text(inside.call(&deeper)))
        }
    });
    broker.toolbox().register(nested).unwrap();
    let said = text(port.call(&request("nested", &json!({"depth": 20}))));
    assert!(said.ends_with(" 42"), "{said}");
    one_worker().block_on(async {
        text(port.call(&request("nested", &json!({"depth": 20}))));
    });
}

#[test]
fn many_threads_share_a_port_and_every_call_has_its_own_id() {
    let port = port();
    let ids = Mutex::new(BTreeSet::new());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let said = text(port.call(&raw("sleeps", "{}")));
                    let id = said.split_once(' ').unwrap().0.to_owned();
                    assert!(ids.lock().unwrap().insert(id));
                }
            });
        }
    });
    assert_eq!(ids.lock().unwrap().len(), 160);
    assert_eq!(port.broker().in_flight(), 0);
}

#[test]
fn call_ids_stand_under_the_one_of_the_ports_context() {
    let broker = broker();
    let port = broker.port(Session::new("s").call("turn-3")).unwrap();
    assert_eq!(text(port.call(&raw("sleeps", "{}"))), "turn-3.1 42");
    assert_eq!(text(port.call(&raw("sleeps", "{}"))), "turn-3.2 42");
}

#[test]
fn calling_the_ports_context_off_calls_its_calls_off() {
    let session = Session::new("s");
    let broker = broker();
    let stuck = Probe::new("patient", |_, _| async {
        for_ever().await;
        Ok("never")
    });
    broker.toolbox().register(stuck).unwrap();
    let port = broker.port(session.call("1")).unwrap();
    std::thread::scope(|scope| {
        let call = scope.spawn(|| port.outcome(&raw("patient", "{}")));
        while broker.in_flight() == 0 {
            std::thread::yield_now();
        }
        session.cancellation().cancel();
        let outcome = call.join().unwrap();
        assert_eq!(outcome.error().unwrap().kind(), ToolErrorKind::Cancelled);
    });
}

#[test]
fn a_dispatcher_stands_over_a_port() {
    let broker = broker();
    let registry = broker.toolbox().registry();
    let dispatcher = Dispatcher::new(registry, broker.port(CallContext::new()).unwrap());
    let call = |name: &str, arguments: &str| dispatcher.call(name, arguments).text;
    assert_eq!(
        call("call_tool", r#"{"name":"says","arguments":{}}"#),
        "said"
    );
    assert!(call("find_tool", r#"{"query":"says"}"#).starts_with("1 tool(s) match:"));
    assert!(call("nobody", "{}").contains("no tool is named \"nobody\""));
}

/// A port is what hosts hold as a trait object, on any thread.
#[test]
fn a_port_is_send_and_sync() {
    fn shared<T: ToolPort + Send + Sync + 'static>(port: T) -> Arc<dyn ToolPort> {
        Arc::new(port)
    }
    let port = shared(port());
    let request = ToolRequest {
        tool: "says".into(),
        arguments: String::new(),
    };
    assert_eq!(text(port.call(&request)), "said");
}
