//! tokio's timer.

use std::time::Duration;

use tokio::runtime::Handle;

use crate::dyn_tool::BoxFuture;

use super::timer::Timer;

/// tokio's timer, of the runtime in which a call is made or of a runtime that is named.
///
/// The runtime needs its timer switched on (`enable_time` or `enable_all`); where it has none, or
/// a call is made outside a runtime and none is named, time is up at once.
#[derive(Debug, Clone, Default)]
pub struct TokioTimer {
    runtime: Option<Handle>,
}

impl TokioTimer {
    /// The timer of the runtime in which each call is made.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The timer of this runtime, for calls that are made outside of one.
    #[must_use]
    pub fn of(runtime: Handle) -> Self {
        Self {
            runtime: Some(runtime),
        }
    }
}

impl Timer for TokioTimer {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let _inside = self.runtime.as_ref().map(Handle::enter);
        Box::pin(tokio::time::sleep(duration))
    }
}
