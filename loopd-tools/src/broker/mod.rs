//! Running a toolbox under a policy.
//!
//! One module is one step of a call: `find` → `decode` → `requirements` → `policy` → `run` → `cap`
//! → `respond` (in `facts`); `pipeline` composes them and `batch` orders many calls.

mod batch;
mod builder;
mod call;
mod cap;
mod decode;
mod denial;
mod facts;
mod failures;
mod find;
mod held;
mod inner;
mod limits;
mod outcome;
mod pipeline;
mod policy;
mod port;
mod race;
mod requirements;
mod resources;
mod run;
#[cfg(feature = "tower")]
mod service;
mod timer;
#[cfg(feature = "tokio")]
mod tokio_timer;
mod trace;
mod waves;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::contain::Panic;
use crate::context::CallContext;
use crate::error::{ToolError, ToolErrorKind};
use crate::port::ToolRequest;
use crate::toolbox::Toolbox;

use self::inner::Inner;

pub use self::builder::{BrokerBuilder, BrokerError};
pub use self::call::Call;
pub use self::denial::Denial;
pub use self::limits::CallLimits;
pub use self::outcome::{End, Outcome};
pub use self::port::BrokerPort;
pub use self::timer::Timer;
#[cfg(feature = "tokio")]
pub use self::tokio_timer::TokioTimer;

/// Runs the tools of a [`Toolbox`] under a policy: grants, approval, limits, order, audit.
///
/// A handle: its clones are the same broker. Every call ends in exactly one [`Outcome`], whatever
/// the tool does: panics are kept in the call (not with `panic = "abort"`, which ends the process),
/// time is bounded, and results are cut to what a conversation takes.
///
/// ```
/// use loopd_tools::{Broker, CallContext, Echo, Tool, Toolbox, ToolRequest};
///
/// # async fn doc() -> Result<(), Box<dyn std::error::Error>> {
/// let toolbox = Toolbox::new();
/// toolbox.register(Echo::tool())?;
/// let broker = Broker::builder(toolbox).build()?;
/// let request = ToolRequest {
///     tool: "echo".into(),
///     arguments: r#"{"text":"hello"}"#.into(),
/// };
/// let outcome = broker.call(request, CallContext::new()).await;
/// assert_eq!(outcome.text(), "hello");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Broker {
    inner: Arc<Inner>,
}

impl Broker {
    /// Makes a broker of a toolbox.
    pub fn builder(toolbox: Toolbox) -> BrokerBuilder {
        BrokerBuilder::new(toolbox)
    }

    fn new(inner: Inner) -> Self {
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Answers one call.
    ///
    /// The future works under any async runtime, as far as the tool does. If it is dropped, the
    /// call is dropped where it stands, and its audit record says so.
    pub fn call(
        &self,
        request: ToolRequest,
        cx: CallContext,
    ) -> impl Future<Output = Outcome> + Send + use<> {
        self.make(Call::new(request, cx))
    }

    fn make(&self, call: Call) -> impl Future<Output = Outcome> + Send + use<> {
        pipeline::call(Arc::clone(&self.inner), call)
    }

    /// Answers many calls; the outcomes are in the order of the calls.
    ///
    /// Calls that work on the same thing run in their order and never at once, calls that may not
    /// overlap others run alone, and all others run at once, up to the bound of the limits. A
    /// person is asked once for all of them; a refusal hits its call only.
    ///
    /// A call whose arguments fit but that can't be prepared as things are (a file that an earlier
    /// call makes is not there yet) is tried again in its turn, alone, and asks for itself.
    ///
    /// Where `tower::ServiceExt` is in scope, its method of this name comes first: write
    /// `Broker::call_all(&broker, calls)`.
    pub fn call_all(&self, calls: Vec<Call>) -> impl Future<Output = Vec<Outcome>> + Send + use<> {
        batch::call_all(Arc::clone(&self.inner), calls)
    }

    /// The broker as a port for hosts that do not wait: every call is made with `cx`, under an id
    /// of its own.
    ///
    /// With the feature `tokio` calls run on a runtime that the port owns, so that the caller may
    /// stand inside a runtime of any kind. Without it they run on the thread that calls.
    ///
    /// # Errors
    ///
    /// If the runtime can't be started.
    pub fn port(&self, cx: CallContext) -> io::Result<BrokerPort> {
        BrokerPort::new(self.clone(), cx)
    }

    /// The tools.
    #[must_use]
    pub fn toolbox(&self) -> &Toolbox {
        &self.inner.toolbox
    }

    /// How many calls have begun and not ended.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.inner.in_flight.load(Ordering::Relaxed)
    }

    /// How many things calls are working on, each for itself.
    #[must_use]
    pub fn held(&self) -> usize {
        self.inner.things.held()
    }

    /// How many audit records the sink could not keep.
    #[must_use]
    pub fn unaudited(&self) -> u64 {
        self.inner.unaudited.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Broker")
            .field("toolbox", &self.inner.toolbox)
            .field("policy", &self.inner.policy)
            .field("limits", &self.inner.limits)
            .finish_non_exhaustive()
    }
}

/// What the model reads of a panic: that the tool failed. The words of the panic are for the log.
fn panicked(tool: &str, panic: Panic) -> ToolError {
    ToolError::new(
        ToolErrorKind::Execution,
        format!("{tool} failed by a fault of its own"),
    )
    .with_source(panic)
}
