//! What is given must be an output.

use loopd_tools::tool;

/// Looks for words.
#[tool]
fn search(query: String) -> u64 {
    query.len() as u64
}

fn main() {}
