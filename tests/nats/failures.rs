//! What goes wrong, and what the caller knows then.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use loopd_tools::nats::{CallError, Port, Refusal, Worker};
use loopd_tools::{CallContext, Cancellation, ToolResponse};
use tokio::time::timeout;

use crate::server::Server;
use crate::setup::{Gate, Setup, broker, call, connect, named, request, text, tools, worker};

const LONG: Duration = Duration::from_secs(20);

/// A port that finds out soon.
async fn hasty(setup: &Setup) -> Port {
    Port::builder(setup.client.clone())
        .directory(&setup.directory)
        .patience(Duration::from_millis(300))
        .asking(Duration::from_millis(100))
        .lost(Duration::from_millis(600))
        .start()
        .await
        .unwrap()
}

#[tokio::test]
async fn no_responders() {
    let server = Server::start();
    let port = Port::builder(connect(&server).await)
        .patience(Duration::from_millis(100))
        .start()
        .await
        .unwrap();
    let error = call(&port, "echo", "{}").await.unwrap_err();
    assert!(matches!(error, CallError::NoResponders { .. }), "{error:?}");
    assert!(!error.may_have_run());
}

#[tokio::test]
async fn a_worker_that_comes_in_time_takes_the_call() {
    let server = Server::start();
    let port = Port::builder(connect(&server).await).start().await.unwrap();
    let waiting = call(&port, "echo", r#"{"text":"late"}"#);
    let coming = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        worker(&server, tools(&Arc::default())).await
    };
    let (reply, _worker) = tokio::join!(waiting, coming);
    assert!(reply.as_ref().unwrap().tries > 1);
    assert_eq!(text(reply), "late");
}

#[tokio::test]
async fn names_that_nobody_has() {
    let setup = Setup::new().await;
    for name in [
        "",
        "a.b",
        "*",
        ">",
        "a b",
        "a\r\nPUB x 1",
        "☀",
        &"a".repeat(65),
    ] {
        let error = call(&setup.port, name, "{}").await.unwrap_err();
        assert!(
            matches!(error, CallError::BadName(_)),
            "{name:?}: {error:?}"
        );
    }
    let error = call(&setup.port, "ecko", "{}").await.unwrap_err();
    assert!(matches!(error, CallError::NotAnnounced { .. }), "{error:?}");
}

#[tokio::test]
async fn the_deadline() {
    let setup = Setup::new().await;
    let port = Port::builder(setup.client.clone())
        .directory(&setup.directory)
        .deadline(Duration::from_millis(300))
        .start()
        .await
        .unwrap();
    let error = call(&port, "wait", "{}").await.unwrap_err();
    assert!(
        matches!(
            error,
            CallError::Deadline {
                may_have_run: true,
                ..
            }
        ),
        "{error:?}"
    );
    // The worker hears of it, and the call ends there too.
    let called_off = timeout(LONG, setup.gate.called_off.acquire()).await;
    called_off.unwrap().unwrap().forget();
}

#[tokio::test]
async fn cancellation_reaches_the_worker() {
    let setup = Setup::new().await;
    let token = Cancellation::new();
    let cx = CallContext::new().with_cancellation(token.clone());
    let wait = request("wait", "{}");
    let calling = setup.port.request(&wait, &cx);
    let cancelling = async {
        setup.gate.begun.acquire().await.unwrap().forget();
        token.cancel();
    };
    let (reply, ()) = tokio::join!(calling, cancelling);
    let error = reply.unwrap_err();
    assert!(matches!(error, CallError::Cancelled { may_have_run: true }));
    let called_off = timeout(LONG, setup.gate.called_off.acquire()).await;
    called_off.unwrap().unwrap().forget();
}

#[tokio::test]
async fn a_call_that_is_dropped_ends_at_the_worker() {
    let setup = Setup::new().await;
    let port = setup.port.clone();
    let calling = tokio::spawn(async move { call(&port, "wait", "{}").await });
    setup.gate.begun.acquire().await.unwrap().forget();
    // It has been told that the call is taken by the time that it runs.
    calling.abort();
    let called_off = timeout(LONG, setup.gate.called_off.acquire()).await;
    called_off.unwrap().unwrap().forget();
}

#[tokio::test]
async fn a_worker_that_is_lost_with_a_call_that_may_not_be_repeated() {
    let setup = Setup::new().await;
    let port = hasty(&setup).await;
    let calling = tokio::spawn(async move { call(&port, "wait", "{}").await });
    setup.gate.begun.acquire().await.unwrap().forget();
    drop(setup.worker);
    let other = worker(&setup.server, tools(&setup.gate)).await;
    let error = timeout(LONG, calling).await.unwrap().unwrap().unwrap_err();
    assert!(matches!(error, CallError::WorkerLost { .. }), "{error:?}");
    assert!(error.may_have_run());
    assert_eq!(setup.gate.begun.available_permits(), 0);
    drop(other);
}

#[tokio::test]
async fn a_worker_that_is_lost_with_a_call_that_may_be_repeated() {
    let setup = Setup::new().await;
    let port = hasty(&setup).await;
    let calling = tokio::spawn(async move { call(&port, "wait_again", "{}").await });
    setup.gate.begun.acquire().await.unwrap().forget();
    drop(setup.worker);
    let other = worker(&setup.server, tools(&setup.gate)).await;
    setup.gate.may_end.add_permits(1);
    let reply = timeout(LONG, calling).await.unwrap().unwrap().unwrap();
    assert_eq!(reply.tries, 2);
    assert_eq!(setup.gate.begun.available_permits(), 1);
    drop(other);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_is_restarted_while_a_call_runs() {
    let mut setup = Setup::new().await;
    let port = setup.port.clone();
    let calling = tokio::spawn(async move { call(&port, "wait", "{}").await });
    setup.gate.begun.acquire().await.unwrap().forget();
    // It ends while there is no server that its response could go through.
    setup.gate.may_end.add_permits(1);
    setup.server.restart(Duration::from_millis(500));
    let reply = timeout(LONG, calling).await.unwrap().unwrap();
    assert_eq!(text(reply), "waited");
    assert_eq!(setup.gate.begun.available_permits(), 0);
}

#[tokio::test]
async fn what_a_worker_takes_is_bounded() {
    let server = Server::start();
    let gate = Arc::new(Gate::default());
    let worker = Worker::builder(connect(&server).await, broker(tools(&gate)))
        .parallel(NonZeroUsize::MIN)
        .waiting(1)
        .start()
        .await
        .unwrap();
    let port = Port::builder(connect(&server).await)
        .patience(Duration::from_millis(100))
        .start()
        .await
        .unwrap();
    let calls: Vec<_> = (0..5)
        .map(|_| {
            let port = port.clone();
            tokio::spawn(async move { call(&port, "wait", "{}").await })
        })
        .collect();
    let mut refused = 0;
    let mut answered = 0;
    // Those that are refused end first.
    while worker.in_flight() < 2 || calls.iter().filter(|call| call.is_finished()).count() < 3 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(worker.in_flight(), 2);
    gate.may_end.add_permits(2);
    for call in calls {
        match timeout(LONG, call).await.unwrap().unwrap() {
            Ok(_) => answered += 1,
            Err(error) => {
                assert!(
                    matches!(
                        error,
                        CallError::Refused {
                            reason: Refusal::Busy
                        }
                    ),
                    "{error:?}"
                );
                assert!(!error.may_have_run());
                refused += 1;
            }
        }
    }
    assert_eq!((answered, refused), (2, 3));
    assert_eq!(gate.begun.available_permits(), 2);
}

#[tokio::test]
async fn a_worker_with_another_version_of_the_tool_does_not_run_it() {
    let setup = Setup::new().await;
    // The directory's model has read the old one; the new one comes with another worker.
    let old = setup.directory.view().get("echo").unwrap().digest();
    setup
        .toolbox
        .replace(named("echo", "Another echo."))
        .unwrap();
    let error = call(&hasty(&setup).await, "echo", r#"{"text":"a"}"#).await;
    match error {
        // The directory has not heard of it yet.
        Err(CallError::Refused {
            reason: Refusal::Changed,
        }) => {}
        // It has heard of it in time for a second try.
        Ok(reply) => {
            assert!(matches!(reply.response, ToolResponse::Result { text, .. } if text == "ran"))
        }
        Err(other) => panic!("{other:?}"),
    }
    let digest = || setup.directory.view().get("echo").map(|echo| echo.digest());
    while digest().is_none_or(|new| new == old) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
