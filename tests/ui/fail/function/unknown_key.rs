//! The derive's own keys hold for functions.

use loopd_tools::tool;

/// Looks for words.
#[tool(cor)]
fn search(query: String) -> String {
    query
}

fn main() {}
