use loopd_tools::Tool;
use serde::Deserialize;

use std::cell::Cell;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(state = Cell<u32>)]
struct List;

fn main() {}
