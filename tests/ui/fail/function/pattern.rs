//! A parameter is a key of the arguments, and so has a name.

use loopd_tools::tool;

/// Adds.
#[tool]
fn add((a, b): (u32, u32)) -> String {
    (a + b).to_string()
}

fn main() {}
