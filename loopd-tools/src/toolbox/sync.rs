//! The locks that the toolbox is built from. A model checker puts its own ones here.

pub(super) use std::sync::{
    Arc, Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak,
};
