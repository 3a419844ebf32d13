//! Peers by hand: they write and read lines of JSON-RPC and know nothing of the SDK, so that what
//! is tested is what is on the wire.

#![allow(dead_code, reason = "not every test uses all of it")]

mod client;
pub(crate) mod http;
mod server;

use std::time::Duration;

pub(crate) use self::client::Client;
pub(crate) use self::server::{Said, Scripted};

/// How long a test waits for what must come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Waits for what must come.
pub(crate) async fn soon<F: Future>(what: &str, future: F) -> F::Output {
    match tokio::time::timeout(PATIENCE, future).await {
        Ok(output) => output,
        Err(_) => panic!("{what} did not come"),
    }
}

/// Waits until `holds` does.
pub(crate) async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    soon(what, async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}
