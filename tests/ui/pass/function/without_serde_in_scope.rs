//! A function needs nothing but the attribute, under every lint.

#![deny(missing_docs, warnings, clippy::all, clippy::pedantic)]

/// Adds two numbers.
#[loopd_tools::tool]
pub async fn add(
    /// One.
    a: u32,
    /// And the other.
    b: u32,
) -> String {
    (a + b).to_string()
}

fn main() {}
