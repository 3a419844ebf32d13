//! The list of arguments names what is there.

use loopd_tools::tool;

/// Looks for words.
///
/// # Arguments
///
/// * `querry` - the words
#[tool]
fn search(query: String) -> String {
    query
}

fn main() {}
