use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(requires("fs.read", "net"), requires("fs.read"))]
struct List;

fn main() {}
