//! The code of the pages, compiled and run with the tests.
//!
//! `docs/attributes.md` is the page of the derive's own documentation and `docs/testing.md` that of
//! the feature `testing`: they are run there. The types of `docs/schemas.md` are the source of
//! `tests/types`, which its own test compares word for word; the tools of `docs/side_by_side.md`
//! need other crates, and are built and compared by `tests/peers/run`. `tests/readme.rs` finds a
//! page with code that nobody runs.

/// README.md
#[doc = include_str!("../../README.md")]
pub mod readme {}

/// docs/arguments.md
#[doc = include_str!("../../docs/arguments.md")]
pub mod arguments {}

/// docs/functions.md
#[doc = include_str!("../../docs/functions.md")]
pub mod functions {}

/// docs/search.md
#[doc = include_str!("../../docs/search.md")]
pub mod search {}

/// docs/running.md
#[doc = include_str!("../../docs/running.md")]
pub mod running {}

/// docs/permissions.md
#[doc = include_str!("../../docs/permissions.md")]
pub mod permissions {}

/// docs/nats.md
#[cfg(feature = "nats")]
#[doc = include_str!("../../docs/nats.md")]
pub mod nats {}
