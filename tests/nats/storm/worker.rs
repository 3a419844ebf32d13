//! A worker process. It drains when its standard input ends.

use std::path::Path;
use std::time::Duration;

use futures_util::StreamExt;
use loopd_tools::nats::Worker;
use loopd_tools::nats::async_nats::ConnectOptions;
use loopd_tools::{Broker, Context, Run, Tool, ToolError, ToolOutput, Toolbox};
use serde::Deserialize;

use crate::ledger::Ledger;

/// Appends a number to the ledger.
#[derive(Tool, Deserialize)]
#[tool(concurrent, state = Ledger)]
struct Append {
    /// The number.
    number: u64,
    /// How long it takes, in microseconds.
    micros: u64,
}

impl Run for Append {
    async fn run(self, cx: Context<'_, Ledger>) -> Result<ToolOutput, ToolError> {
        cx.state().append(self.number)?;
        rest(self.micros).await;
        Ok(self.number.to_string().into())
    }
}

/// Gives a number back.
#[derive(Tool, Deserialize)]
#[tool(read_only, concurrent)]
struct Read {
    /// The number.
    number: u64,
    /// How long it takes, in microseconds.
    micros: u64,
}

impl Run for Read {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        rest(self.micros).await;
        Ok(self.number.to_string().into())
    }
}

async fn rest(micros: u64) {
    if micros > 0 {
        tokio::time::sleep(Duration::from_micros(micros)).await;
    }
}

pub(crate) async fn run(address: &str, ledger: &str) {
    let toolbox = Toolbox::new();
    let ledger = Ledger::open(Path::new(ledger));
    toolbox.register(Append::with(ledger)).unwrap();
    toolbox.register(Read::tool()).unwrap();
    let broker = Broker::builder(toolbox).build().unwrap();
    let client = ConnectOptions::new()
        .retry_on_initial_connect()
        .connect(address)
        .await
        .unwrap();
    let mut bare = client
        .queue_subscribe("bare", "bare".to_owned())
        .await
        .unwrap();
    let answers = client.clone();
    tokio::spawn(async move {
        while let Some(message) = bare.next().await {
            let reply = message.reply.unwrap();
            answers.publish(reply, message.payload).await.unwrap();
        }
    });
    let beat = Duration::from_millis(500);
    let worker = Worker::builder(client, broker)
        .beat(beat)
        .start()
        .await
        .unwrap();
    println!("ready");
    tokio::task::spawn_blocking(|| std::io::copy(&mut std::io::stdin(), &mut std::io::sink()))
        .await
        .unwrap()
        .unwrap();
    worker.drain().await;
}
