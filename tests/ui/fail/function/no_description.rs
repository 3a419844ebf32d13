//! The derive's own checks hold for functions.

use loopd_tools::tool;

#[tool]
fn search(query: String) -> String {
    query
}

fn main() {}
