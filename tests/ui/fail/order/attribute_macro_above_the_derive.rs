//! With the attribute for functions in scope it is that one which stands above the derive.

use loopd_tools::{Tool, tool};
use serde::Deserialize;

/// Lists graphs.
#[tool(core)]
#[derive(Tool, Deserialize)]
struct List;

fn main() {}
