//! The locks of the parts that a model checker runs: its tests include those files and put the
//! checker's own locks here.

pub(crate) use std::sync::{
    Arc, Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak,
};
