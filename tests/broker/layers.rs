//! The broker under tower's layers.

use std::sync::Arc;
use std::time::Duration;

use loopd_tools::broker::Call;
use loopd_tools::{Broker, CallContext, Outcome, Toolbox};
use tokio::sync::Semaphore;
use tower::limit::ConcurrencyLimitLayer;
use tower::load_shed::LoadShedLayer;
use tower::timeout::TimeoutLayer;
use tower::{BoxError, Service, ServiceBuilder, ServiceExt};

use crate::drive::raw;
use crate::tools::{Probe, Says};

/// A broker with a tool that waits for a place.
fn broker(places: &Arc<Semaphore>) -> Broker {
    let toolbox = Toolbox::new();
    toolbox.register(Says::new("says", "said")).unwrap();
    let places = Arc::clone(places);
    let waits = Probe::new("waits", move |_, _| {
        let places = Arc::clone(&places);
        async move {
            let _place = places.acquire().await.unwrap();
            Ok("waited")
        }
    });
    toolbox.register(waits).unwrap();
    Broker::builder(toolbox).build().unwrap()
}

fn call(tool: &str) -> Call {
    Call::new(raw(tool, "{}"), CallContext::new())
}

#[tokio::test]
async fn a_broker_is_a_service() {
    let broker = broker(&Arc::new(Semaphore::new(1)));
    let outcome: Outcome = broker.clone().oneshot(call("says")).await.unwrap();
    assert_eq!(outcome.text(), "said");
    let unknown = broker.oneshot(call("nobody")).await.unwrap();
    assert!(
        unknown.error().is_some(),
        "a failed call is an outcome, not an error of the service"
    );
}

#[tokio::test]
async fn a_timeout_layer_drops_the_call() {
    let broker = broker(&Arc::new(Semaphore::new(0)));
    let layered = ServiceBuilder::new()
        .layer(TimeoutLayer::new(Duration::from_millis(5)))
        .service(broker.clone());
    let error: BoxError = layered.oneshot(call("waits")).await.unwrap_err();
    assert!(error.is::<tower::timeout::error::Elapsed>());
    assert_eq!(broker.in_flight(), 0);
}

#[tokio::test]
async fn a_concurrency_limit_with_load_shed_turns_calls_away() {
    let places = Arc::new(Semaphore::new(0));
    let broker = broker(&places);
    let mut layered = ServiceBuilder::new()
        .layer(LoadShedLayer::new())
        .layer(ConcurrencyLimitLayer::new(2))
        .service(broker.clone());
    let mut calls = Vec::new();
    for _ in 0..3 {
        let ready = layered.ready().await.unwrap();
        calls.push(tokio::spawn(ready.call(call("waits"))));
    }
    let turned_away = calls.pop().unwrap().await.unwrap().unwrap_err();
    assert!(turned_away.is::<tower::load_shed::error::Overloaded>());
    places.add_permits(1);
    for call in calls {
        assert_eq!(call.await.unwrap().unwrap().text(), "waited");
    }
    assert_eq!(broker.in_flight(), 0);
}
