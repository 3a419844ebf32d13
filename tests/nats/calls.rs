//! What a call carries, and what comes back.

use loopd_tools::nats::Port;
use loopd_tools::{CallContext, Session, ToolResponse};

use crate::setup::{Setup, call, request, text};

#[tokio::test]
async fn a_response_is_what_the_broker_says() {
    let setup = Setup::new().await;
    let echoed = call(&setup.port, "echo", r#"{"text":"good\nday ☀"}"#).await;
    assert_eq!(text(echoed), "good\nday ☀");
    let refused = call(&setup.port, "echo", r#"{"txt":1}"#).await.unwrap();
    let ToolResponse::Failed { message } = refused.response else {
        panic!("{refused:?}");
    };
    assert!(message.contains("text"), "{message}");
}

#[tokio::test]
async fn ids_of_any_characters_go_along() {
    let setup = Setup::new().await;
    for id in [
        "",
        "chat-1",
        "a b",
        "line\r\nLoopd-Hold: 1",
        "\" ☀ \\",
        " x ",
    ] {
        let cx: CallContext = Session::new(id).call(format!("{id}!"));
        let reply = setup.port.request(&request("whoami", "{}"), &cx).await;
        assert_eq!(text(reply), format!("{id}|{id}!"));
    }
}

#[tokio::test]
async fn a_call_that_takes_a_while_tells_its_worker() {
    let setup = Setup::new().await;
    setup.gate.may_end.add_permits(1);
    let reply = call(&setup.port, "wait", "{}").await.unwrap();
    assert_eq!(reply.worker.as_deref(), Some(setup.worker.id()));
    assert_eq!(reply.tries, 1);
    // What may be repeated runs in one step, and is told of at its end.
    let quick = call(&setup.port, "whoami", "{}").await.unwrap();
    assert!(quick.worker.is_some(), "whoami says nothing of its effects");
    setup.gate.may_end.add_permits(1);
    let quick = call(&setup.port, "wait_again", "{}").await.unwrap();
    assert_eq!(quick.worker, None);
}

#[tokio::test]
async fn a_port_without_a_directory_sends_to_its_group() {
    let setup = Setup::new().await;
    let port = Port::builder(setup.client.clone()).start().await.unwrap();
    assert_eq!(text(call(&port, "echo", r#"{"text":"a"}"#).await), "a");
    // It knows no tools: the broker answers for them.
    let unknown = call(&port, "ecko", "{}").await.unwrap().response;
    let ToolResponse::Failed { message } = unknown else {
        panic!("{unknown:?}");
    };
    assert!(message.contains("echo"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_calls_at_once_get_their_own_answers() {
    let setup = Setup::new().await;
    // The worker refuses what is over its bounds; all of it has its turn.
    let port = Port::builder(setup.client.clone())
        .directory(&setup.directory)
        .patience(std::time::Duration::from_secs(60))
        .start()
        .await
        .unwrap();
    let calls: Vec<_> = (0..2000)
        .map(|number| {
            let port = port.clone();
            tokio::spawn(async move {
                let arguments = format!(r#"{{"text":"{number}"}}"#);
                assert_eq!(
                    text(call(&port, "echo", &arguments).await),
                    number.to_string()
                );
            })
        })
        .collect();
    for call in calls {
        call.await.unwrap();
    }
    assert_eq!(setup.worker.in_flight(), 0);
}
