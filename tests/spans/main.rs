//! The spans of a broker's calls.
//!
//! A binary of its own: `tracing` asks once per place whether anybody listens, and in a process
//! with calls that nobody listens to, the answer depends on who comes first.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod calls;
#[allow(dead_code, reason = "shared with the tests of the broker")]
#[path = "../broker/drive.rs"]
mod drive;
#[allow(dead_code, reason = "shared with the tests of the broker")]
#[path = "../broker/tools.rs"]
mod tools;
