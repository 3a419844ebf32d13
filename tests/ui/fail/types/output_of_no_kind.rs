use loopd_tools::Tool;
use serde::Deserialize;

struct Graph;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(output = Graph)]
struct List;

fn main() {}
