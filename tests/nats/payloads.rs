//! Payloads over the server's limit.

use std::sync::Arc;

use loopd_tools::nats::{CallError, Claims, Port, Worker};
use loopd_tools::{Broker, CallLimits, Context, Run, Tool, ToolError, ToolOutput, Toolbox};
use serde::Deserialize;
use serde_json::json;

use crate::server::Server;
use crate::setup::{broker, call, connect, text, tools};

const MIB: usize = 1024 * 1024;

/// Gives many characters.
#[derive(Tool, Deserialize)]
struct Many {
    /// How many.
    count: usize,
}

impl Run for Many {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok("x".repeat(self.count).into())
    }
}

/// Counts characters.
#[derive(Tool, Deserialize)]
struct Length {
    /// The characters.
    text: String,
}

impl Run for Length {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.text.len().to_string().into())
    }
}

fn big_tools() -> Broker {
    let toolbox = Toolbox::new();
    toolbox.register(Many::tool()).unwrap();
    toolbox.register(Length::tool()).unwrap();
    Broker::builder(toolbox)
        .limits(CallLimits::default().with_max_output(8 * MIB))
        .argument_limits(loopd_tools::Limits::default().with_bytes(8 * MIB))
        .build()
        .unwrap()
}

#[tokio::test]
async fn without_a_store_the_limit_is_told() {
    let server = Server::start();
    let client = connect(&server).await;
    let _worker = Worker::builder(connect(&server).await, big_tools())
        .start()
        .await
        .unwrap();
    let port = Port::builder(client).start().await.unwrap();
    let arguments = json!({"text": "x".repeat(MIB)}).to_string();
    let error = call(&port, "length", &arguments).await.unwrap_err();
    let CallError::TooLarge { bytes, limit } = error else {
        panic!("{error:?}");
    };
    assert!(bytes > MIB && limit == MIB);
    assert!(!error.may_have_run());

    let arguments = json!({"count": MIB}).to_string();
    let error = call(&port, "many", &arguments).await.unwrap_err();
    assert!(
        matches!(error, CallError::ResultTooLarge { limit: MIB, .. }),
        "{error:?}"
    );
    assert!(error.may_have_run());
    // The biggest that fit do pass.
    let arguments = json!({"count": MIB - 200}).to_string();
    assert_eq!(text(call(&port, "many", &arguments).await).len(), MIB - 200);
}

#[tokio::test]
async fn a_store_carries_them() {
    let server = Server::start();
    let client = connect(&server).await;
    let claims = Claims::open(&client, "claims").await.unwrap();
    let _worker = Worker::builder(client.clone(), big_tools())
        .claims(claims.clone())
        .start()
        .await
        .unwrap();
    let port = Port::builder(connect(&server).await)
        .claims(Claims::open(&client, "claims").await.unwrap())
        .start()
        .await
        .unwrap();
    let arguments = json!({"text": "x".repeat(3 * MIB)}).to_string();
    assert_eq!(
        text(call(&port, "length", &arguments).await),
        (3 * MIB).to_string()
    );
    let arguments = json!({"count": 2 * MIB}).to_string();
    assert_eq!(text(call(&port, "many", &arguments).await).len(), 2 * MIB);
    // Nothing stays there.
    let stream = loopd_tools::nats::async_nats::jetstream::new(client)
        .get_stream("OBJ_claims")
        .await
        .unwrap();
    let bytes = stream.cached_info().state.bytes;
    assert!(bytes < 10_000, "{bytes} bytes are left");
}

#[tokio::test]
async fn a_store_on_one_side_alone() {
    let server = Server::start();
    let client = connect(&server).await;
    let claims = Claims::open(&client, "claims").await.unwrap();
    let gate = Arc::default();
    let _without = Worker::builder(client.clone(), broker(tools(&gate)))
        .group("without")
        .start()
        .await
        .unwrap();
    let port = Port::builder(client.clone())
        .group("without")
        .patience(std::time::Duration::from_millis(100))
        .claims(claims.clone())
        .start()
        .await
        .unwrap();
    let arguments = json!({"text": "x".repeat(MIB)}).to_string();
    let error = call(&port, "echo", &arguments).await.unwrap_err();
    assert!(matches!(error, CallError::Refused { .. }), "{error:?}");
    assert!(!error.may_have_run());

    let _with = Worker::builder(client.clone(), big_tools())
        .group("with")
        .claims(claims)
        .start()
        .await
        .unwrap();
    let port = Port::builder(client).group("with").start().await.unwrap();
    let arguments = json!({"count": 2 * MIB}).to_string();
    let error = call(&port, "many", &arguments).await.unwrap_err();
    assert!(
        matches!(
            error,
            CallError::Claim {
                may_have_run: true,
                ..
            }
        ),
        "{error:?}"
    );
}
