//! What a model sends, and how it becomes the tool's struct.

mod calling;
mod decoding;
mod flattened;
mod paths;
mod problems;
mod real_calls;
mod repairs;
mod schemas;
