//! The shared tools under edition 2024.
#![cfg(test)]

#[path = "../../shared/tools.rs"]
mod tools;
