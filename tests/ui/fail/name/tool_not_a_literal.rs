use loopd_tools::Tool;
use serde::Deserialize;

const NAME: &str = "list";

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(name = NAME)]
struct List;

fn main() {}
