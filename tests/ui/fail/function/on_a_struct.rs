//! On a type the attribute belongs below the derive.

use serde::Deserialize;

/// Says something.
#[loopd_tools::tool(core)]
#[derive(Deserialize)]
struct Say {
    text: String,
}

fn main() {}
