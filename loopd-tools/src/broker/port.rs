//! The broker for hosts that do not wait.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::context::CallContext;
use crate::port::{PortAnswer, ToolPort, ToolRequest, ToolResponse};

use super::Broker;
use super::call::Call;
use super::outcome::Outcome;

/// A broker as a [`ToolPort`], made by [`Broker::port`].
pub struct BrokerPort {
    broker: Broker,
    cx: CallContext,
    next: AtomicU64,
    #[cfg(feature = "tokio")]
    runtime: runtime::Runtime,
}

impl BrokerPort {
    #[cfg_attr(
        not(feature = "tokio"),
        expect(
            clippy::unnecessary_wraps,
            reason = "nothing is started without the feature"
        )
    )]
    pub(super) fn new(broker: Broker, cx: CallContext) -> io::Result<Self> {
        Ok(Self {
            broker,
            cx,
            next: AtomicU64::new(1),
            #[cfg(feature = "tokio")]
            runtime: runtime::Runtime::new()?,
        })
    }

    /// The broker.
    #[must_use]
    pub fn broker(&self) -> &Broker {
        &self.broker
    }

    /// Answers one call, with all there is to know of it. Blocks until it ends.
    #[must_use]
    pub fn outcome(&self, request: &ToolRequest) -> Outcome {
        self.run(request, None)
    }

    fn run(&self, request: &ToolRequest, most: Option<usize>) -> Outcome {
        let call = Call::new(request.clone(), self.cx()).with_max_output(most);
        let call = self.broker.make(call);
        #[cfg(feature = "tokio")]
        return self
            .runtime
            .run(call)
            .unwrap_or_else(|| Outcome::lost(request));
        #[cfg(not(feature = "tokio"))]
        crate::blocking::block_on(call)
    }

    /// The context of the next call.
    fn cx(&self) -> CallContext {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let id = match self.cx.call_id() {
            "" => format!("call-{number}"),
            outer => format!("{outer}.{number}"),
        };
        let cancellation = self.cx.cancellation().child();
        self.cx
            .clone()
            .with_call_id(id)
            .with_cancellation(cancellation)
    }
}

impl ToolPort for BrokerPort {
    fn call(&self, request: &ToolRequest) -> ToolResponse {
        self.outcome(request).into_response()
    }

    fn answer(&self, request: &ToolRequest, most: usize) -> PortAnswer {
        PortAnswer::Outcome(Box::new(self.run(request, Some(most))))
    }
}

impl fmt::Debug for BrokerPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BrokerPort")
            .field("broker", &self.broker)
            .field("cx", &self.cx)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "tokio")]
mod runtime {
    //! A runtime of the port's own.

    use std::io;
    use std::sync::mpsc;

    use tokio::runtime::{self, Handle};

    /// A runtime that can be dropped anywhere, inside another runtime too.
    pub(super) struct Runtime {
        handle: Handle,
        /// None while it is dropped.
        owned: Option<runtime::Runtime>,
    }

    impl Runtime {
        /// One thread turns the timers and sockets; each call is driven by a thread of the blocking
        /// pool, so that tools may block, and may call the port again.
        pub(super) fn new() -> io::Result<Self> {
            let mut builder = runtime::Builder::new_multi_thread();
            builder
                .worker_threads(1)
                .thread_name("loopd-tools-port")
                .enable_all();
            let owned = builder.build()?;
            Ok(Self {
                handle: owned.handle().clone(),
                owned: Some(owned),
            })
        }

        /// Runs `future` on the runtime and blocks this thread until it ends. None if it never
        /// does: the process is ending.
        pub(super) fn run<F>(&self, future: F) -> Option<F::Output>
        where
            F: Future<Output: Send> + Send + 'static,
        {
            let (give, given) = mpsc::sync_channel(1);
            let handle = self.handle.clone();
            self.handle.spawn_blocking(move || {
                // Nobody waits any more if the sending fails.
                let _ = give.send(handle.block_on(future));
            });
            given.recv().ok()
        }
    }

    impl Drop for Runtime {
        fn drop(&mut self) {
            if let Some(owned) = self.owned.take() {
                // Waiting for it would panic inside another runtime.
                owned.shutdown_background();
            }
        }
    }
}
