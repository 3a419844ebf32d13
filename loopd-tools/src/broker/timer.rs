//! What tells a broker that time has passed.

use std::time::Duration;

use crate::dyn_tool::BoxFuture;

/// What tells a broker that time has passed: the one thing that it needs of an async runtime.
///
/// The feature `tokio` has one. A host on another runtime writes it in three lines.
pub trait Timer: Send + Sync {
    /// Ends when `duration` has passed since it was asked for. If it panics, time is up.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;
}
