use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(title = "", system_prompt = "\n")]
struct List;

fn main() {}
