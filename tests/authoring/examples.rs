//! The examples' own tests.

#![expect(dead_code, reason = "their `main` is for people")]

#[path = "../../examples/stateful_tool.rs"]
mod stateful_tool;
#[path = "../../examples/testing_a_tool.rs"]
mod testing_a_tool;
#[path = "../../examples/typed_output.rs"]
mod typed_output;
#[path = "../../examples/wrapper.rs"]
mod wrapper;
