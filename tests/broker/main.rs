//! Toolbox and broker.

#![allow(missing_docs, reason = "tests")]

mod drive;
mod locking;
mod toolbox;
mod tools;

/// What the files that `locking` includes from the crate's sources get for locks.
mod sync {
    pub(crate) use shuttle::sync::{
        Arc, Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak,
    };
}
