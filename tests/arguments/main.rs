//! What a model sends, and how it becomes the tool's struct.

mod calling;
mod decoding;
mod paths;
mod problems;
mod repairs;
mod schemas;
