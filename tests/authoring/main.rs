//! What the author of a tool writes and sees: definitions, context, outputs, errors, state.

mod definition;
mod driving;
mod plan;
