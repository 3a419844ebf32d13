//! What a call knows of its host.

mod call;
mod cancellation;
mod extensions;
mod progress;
mod scratch;
mod session;
mod with_state;

pub(crate) use self::call::Mark;

pub use self::call::CallContext;
pub use self::cancellation::{Cancellation, Cancelled};
pub use self::extensions::Extensions;
pub use self::progress::Progress;
pub use self::session::Session;
pub use self::with_state::Context;
