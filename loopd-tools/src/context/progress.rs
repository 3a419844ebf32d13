//! How far a call has come, told to the host while it runs.

use std::sync::Arc;

/// How far a call has come.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// The session of the call.
    pub session_id: &'a str,
    /// The call.
    pub call_id: &'a str,
    /// The part that is done, from 0 to 1; none where the tool can't know.
    pub fraction: Option<f64>,
    /// What is going on, for a person.
    pub words: &'a str,
}

/// Where progress goes.
pub(super) type Sink = Arc<dyn Fn(&Progress<'_>) + Send + Sync>;

/// A fraction that is one: within 0 to 1, or none where it is no number at all.
pub(super) fn fraction(said: Option<f64>) -> Option<f64> {
    said.filter(|said| !said.is_nan())
        .map(|said| said.clamp(0.0, 1.0))
}
