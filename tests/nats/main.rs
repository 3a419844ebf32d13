//! Ports, workers and directories against a real server. `tests/nats/run` installs one.

#[allow(dead_code, reason = "its `main` is for people")]
#[path = "../../examples/workers.rs"]
mod workers;

mod access;
mod calls;
mod directory;
mod drain;
mod failures;
mod hostile;
mod payloads;
#[allow(dead_code)]
mod server;
mod services;
mod setup;
mod sync;
