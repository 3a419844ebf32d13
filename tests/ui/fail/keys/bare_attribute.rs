use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool]
struct List;

fn main() {}
