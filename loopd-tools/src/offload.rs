//! Running a body that blocks its thread off the threads that drive futures.

use crate::blocking::block_on;
use crate::dyn_tool::BoxFuture;
use crate::error::ToolError;
use crate::output::ToolOutput;

/// Runs `body`, which blocks its thread, off the threads that drive futures, and waits for it.
///
/// With the feature `tokio` and inside a tokio runtime it runs on the runtime's blocking pool, at
/// most 64 bodies of a process at once; others wait for a place, first come, first served. A body
/// that calls this again stays on its thread. Without the feature or outside a runtime it runs
/// where it is: nobody else's futures wait for that thread.
///
/// A body that has begun runs to its end, even if the future is dropped: it should look at
/// [`CallContext::is_cancelled`](crate::CallContext::is_cancelled) now and then.
///
/// ```
/// # async fn doc(path: std::path::PathBuf) -> Result<String, loopd_tools::ToolError> {
/// let text = loopd_tools::run_blocking(move || std::fs::read_to_string(path)).await??;
/// # Ok(text)
/// # }
/// ```
///
/// # Errors
///
/// [`Cancelled`](crate::ToolErrorKind::Cancelled) if the runtime shuts down before the body begins.
///
/// # Panics
///
/// If the body does.
pub async fn run_blocking<R, F>(body: F) -> Result<R, ToolError>
where
    F: FnOnce() -> R + Send + 'static,
    R: Send + 'static,
{
    #[cfg(feature = "tokio")]
    if let Some(pool) = pool::here() {
        return pool::run(pool, body).await;
    }
    Ok(body())
}

/// Drives the future of a tool that blocks to its end, where [`run_blocking`] runs bodies. It owns
/// all that it needs, as it may outlive the future that waits for it.
pub(crate) fn drive_off_thread<F, Fut>(make: F) -> BoxFuture<'static, Result<ToolOutput, ToolError>>
where
    F: FnOnce() -> Fut + Send + 'static,
    Fut: Future<Output = Result<ToolOutput, ToolError>>,
{
    Box::pin(async move { run_blocking(move || block_on(make())).await? })
}

#[cfg(feature = "tokio")]
mod pool {
    //! The blocking pool of a tokio runtime, with a bound of our own.

    use std::cell::Cell;
    use std::panic::resume_unwind;

    use tokio::runtime::Handle;
    use tokio::sync::Semaphore;

    use crate::error::ToolError;

    /// How many bodies run at once. The pool's own bound of 512 threads is there for the host, too.
    const MAX_BODIES: usize = 64;

    static PLACES: Semaphore = Semaphore::const_new(MAX_BODIES);

    thread_local! {
        /// Whether this thread runs a body. One that waited for a second place could wait for
        /// ever: all places may be held by bodies that wait like it.
        static IN_BODY: Cell<bool> = const { Cell::new(false) };
    }

    /// The runtime to hand a body to; none where it can stay.
    pub(super) fn here() -> Option<Handle> {
        if IN_BODY.get() {
            return None;
        }
        Handle::try_current().ok()
    }

    pub(super) async fn run<R, F>(runtime: Handle, body: F) -> Result<R, ToolError>
    where
        F: FnOnce() -> R + Send + 'static,
        R: Send + 'static,
    {
        let place = PLACES.acquire().await.map_err(ToolError::execution)?;
        let running = runtime.spawn_blocking(move || {
            // Held by the body, not by the future: a body outlives a future that is dropped.
            let _place = place;
            let _mark = Mark::set();
            body()
        });
        running.await.map_err(|error| match error.try_into_panic() {
            Ok(payload) => resume_unwind(payload),
            Err(error) => ToolError::cancelled("the runtime is shutting down").with_source(error),
        })
    }

    /// The mark of a thread that runs a body. Goes when the body ends: pool threads are used again.
    struct Mark;

    impl Mark {
        fn set() -> Self {
            IN_BODY.set(true);
            Self
        }
    }

    impl Drop for Mark {
        fn drop(&mut self) {
            IN_BODY.set(false);
        }
    }
}
