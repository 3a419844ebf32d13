//! On a type the attribute belongs below the derive.

use loopd_tools::{Tool, tool};
use serde::Deserialize;

/// Says something.
#[tool(core)]
#[derive(Tool, Deserialize)]
struct Say {
    text: String,
}

fn main() {}
