//! What the author of a tool writes and sees: definitions, context, outputs, errors, state.

mod blocking;
mod cancellation;
mod context;
mod definition;
mod derived;
mod driving;
mod error;
mod extensions;
mod output;
mod plan;
mod scratch;
mod state;
