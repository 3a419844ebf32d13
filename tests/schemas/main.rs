//! Schemas: their canonical form, what becomes of them for each consumer, and their digest.

#[path = "../types/mod.rs"]
mod types;

mod builtin;
mod cases;
mod consumers;
mod digest;
mod handwritten;
mod laws;
mod page;
mod refused;
mod requests;
mod transforms;
