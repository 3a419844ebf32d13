//! A worker that drains.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use loopd_tools::nats::Port;
use tokio::time::timeout;

use crate::server::Server;
use crate::setup::{Setup, call, connect, text, tools, worker};

const LONG: Duration = Duration::from_secs(20);

#[tokio::test]
async fn what_was_taken_is_finished_and_no_more_is_taken() {
    let setup = Setup::new().await;
    let port = setup.port.clone();
    let calling = tokio::spawn(async move { call(&port, "wait", "{}").await });
    setup.gate.begun.acquire().await.unwrap().forget();
    let draining = tokio::spawn(setup.worker.drain());
    // A call that comes now goes to another worker, and to nobody if there is none.
    let other = worker(&setup.server, tools(&setup.gate)).await;
    let id = other.id().to_owned();
    let port = Port::builder(setup.client.clone()).start().await.unwrap();
    for _ in 0..20 {
        let reply = call(&port, "echo", r#"{"text":"a"}"#).await.unwrap();
        assert_eq!(reply.worker.as_deref(), Some(&*id));
    }
    assert!(!draining.is_finished());
    setup.gate.may_end.add_permits(1);
    timeout(LONG, draining).await.unwrap().unwrap();
    assert_eq!(text(calling.await.unwrap()), "waited");
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_are_replaced_under_load_and_no_call_fails() {
    let server = Server::start();
    let gate = Arc::default();
    let mut current = worker(&server, tools(&gate)).await;
    let port = Port::builder(connect(&server).await).start().await.unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let callers: Vec<_> = (0..16)
        .map(|_| {
            let (port, stop) = (port.clone(), Arc::clone(&stop));
            tokio::spawn(async move {
                let mut calls = 0;
                while !stop.load(Ordering::Relaxed) {
                    // Each of them may run once only, and there is no directory to say otherwise.
                    assert_eq!(text(call(&port, "echo", r#"{"text":"a"}"#).await), "a");
                    calls += 1;
                }
                calls
            })
        })
        .collect();
    for _ in 0..20 {
        let next = worker(&server, tools(&gate)).await;
        let old = std::mem::replace(&mut current, next);
        timeout(LONG, old.drain()).await.unwrap();
    }
    stop.store(true, Ordering::Relaxed);
    for caller in callers {
        assert!(timeout(LONG, caller).await.unwrap().unwrap() > 0);
    }
}
