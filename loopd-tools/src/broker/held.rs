//! A call's hold on the thing that it works on, known to the calls that it makes itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::context::{CallContext, Mark};
use crate::error::ToolError;

use super::resources::{Claim, Resources};
use super::run::called_off;

/// The things that calls of one broker work on.
pub(super) struct Things {
    resources: Resources,
    /// Other brokers have other locks.
    broker: u64,
}

/// What a call holds while it runs.
pub(super) struct Held {
    _mark: Arc<Mark>,
    _claim: Claim,
}

impl Things {
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self {
            resources: Resources::new(),
            broker: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// How many are held now.
    pub(super) fn held(&self) -> usize {
        self.resources.held()
    }

    /// Waits for `resource`. A call that is made by one that holds it does not wait: it would wait
    /// for ever.
    pub(super) async fn hold(
        &self,
        resource: String,
        cx: CallContext,
    ) -> Result<(Option<Held>, CallContext), ToolError> {
        let mark = Mark {
            broker: self.broker,
            resource,
        };
        if cx.is_marked(&mark) {
            return Ok((None, cx));
        }
        let claim = self.resources.hold(&mark.resource);
        let claim = cx.cancellation().race(claim).await;
        let claim = claim.map_err(|_| called_off())?;
        let mark = Arc::new(mark);
        let cx = cx.with_mark(&mark);
        let held = Held {
            _mark: mark,
            _claim: claim,
        };
        Ok((Some(held), cx))
    }
}
