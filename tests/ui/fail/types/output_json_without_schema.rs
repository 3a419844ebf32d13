use loopd_tools::Tool;
use serde::Deserialize;

use loopd_tools::Json;

#[derive(serde::Serialize)]
struct Graph;

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(output = Json<Graph>)]
struct List;

fn main() {}
