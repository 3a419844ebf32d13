//! The code of the pages, compiled and run with the tests.

/// README.md
#[doc = include_str!("../../README.md")]
pub mod readme {}

/// docs/functions.md
#[doc = include_str!("../../docs/functions.md")]
pub mod functions {}

/// docs/search.md
#[doc = include_str!("../../docs/search.md")]
pub mod search {}

/// docs/permissions.md
#[doc = include_str!("../../docs/permissions.md")]
pub mod permissions {}
