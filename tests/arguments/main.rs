//! What a model sends, and how it becomes the tool's struct.

mod calling;
mod decoding;
#[allow(dead_code, reason = "serde is what reads the fields")]
mod flattened;
mod paths;
mod problems;
mod real_calls;
mod repairs;
mod schemas;
