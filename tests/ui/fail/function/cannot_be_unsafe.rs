//! Whatever fits the schema may be sent.

use loopd_tools::tool;

/// Reads memory.
#[tool]
unsafe fn peek(address: u64) -> String {
    address.to_string()
}

fn main() {}
