use loopd_tools::Tool;
use serde::Deserialize;

/// Echo.
#[derive(Tool, Deserialize)]
#[tool(description = " ")]
struct Echo;

fn main() {}
