//! The shared tools under edition 2021.
#![cfg(test)]

#[path = "../../shared/tools.rs"]
mod tools;
