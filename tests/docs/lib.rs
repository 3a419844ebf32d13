//! The code of the pages, compiled and run with the tests.

/// README.md
#[doc = include_str!("../../README.md")]
pub mod readme {}

/// docs/functions.md
#[doc = include_str!("../../docs/functions.md")]
pub mod functions {}

/// docs/permissions.md
#[doc = include_str!("../../docs/permissions.md")]
pub mod permissions {}

/// docs/nats.md
#[cfg(feature = "nats")]
#[doc = include_str!("../../docs/nats.md")]
pub mod nats {}
