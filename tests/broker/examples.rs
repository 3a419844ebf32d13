//! The examples' own tests.

#[allow(dead_code, reason = "its `main` is for people")]
#[path = "../../examples/layers.rs"]
mod layers;
