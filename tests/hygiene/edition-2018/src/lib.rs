//! The shared tools under edition 2018.
#![cfg(test)]

#[path = "../../shared/tools.rs"]
mod tools;
