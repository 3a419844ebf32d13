use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct ListGraphsGraphsGraphsGraphsGraphsGraphsGraphsGraphsGraphsAgain;

fn main() {}
