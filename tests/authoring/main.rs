//! What the author of a tool writes and sees: definitions, context, outputs, errors, state.

mod cancellation;
mod context;
mod definition;
mod driving;
mod extensions;
mod plan;
mod scratch;
