//! Toolbox and broker.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod approver;
mod batches;
mod decisions;
mod drive;
mod examples;
mod failures;
mod handing_on;
mod layers;
mod limits;
mod load;
mod locking;
mod names;
mod nesting;
mod outputs;
mod panics;
mod patterns;
mod people;
mod ports;
mod records;
mod rules_file;
mod toolbox;
mod tools;
mod waves;

/// What the files that `locking` includes from the crate's sources get for locks.
mod sync {
    pub(crate) use shuttle::sync::{
        Arc, Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak,
    };
}
