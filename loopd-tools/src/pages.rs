//! The code of the pages in `docs/`, compiled and run with the documentation tests.

#[cfg(feature = "testing")]
#[doc = include_str!("../../docs/testing.md")]
struct Testing;

#[cfg(feature = "mcp-http")]
#[doc = include_str!("../../docs/mcp.md")]
struct Mcp;
