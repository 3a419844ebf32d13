//! The broker under tower's layers.

use std::convert::Infallible;
use std::task::{Context, Poll};

use tower_service::Service;

use crate::dyn_tool::BoxFuture;

use super::{Broker, Call, Outcome};

/// A broker is a service that is always ready and never fails: what becomes of a call is in its
/// outcome. A layer that drops the future drops the call where it stands.
impl Service<Call> for Broker {
    type Response = Outcome;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Outcome, Infallible>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: Call) -> Self::Future {
        let outcome = self.make(call);
        Box::pin(async move { Ok(outcome.await) })
    }
}
