//! What the derives make of what a user writes: names, documentation, keys, schemas.

#![allow(
    dead_code,
    missing_docs,
    reason = "what the types hold is read by serde alone"
)]

mod by_hand;
mod by_schemars;
mod docs;
mod facade;
mod generics;
mod keys;
mod names;
mod nested;
mod renaming;
mod resources;
mod serde_attributes;
