//! What the author of a tool writes and sees: definitions, context, outputs, errors, state.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that can't go on has failed, in its helpers as well"
)]

mod allocations;
mod blocking;
mod cancellation;
mod context;
mod definition;
mod derived;
mod driving;
mod error;
mod examples;
mod extensions;
mod kit;
mod output;
mod plan;
mod scratch;
mod state;
mod ways;
