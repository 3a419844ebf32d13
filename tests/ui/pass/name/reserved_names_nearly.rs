use loopd_tools::Tool;
use serde::Deserialize;

/// Finds tools of a kind.
#[derive(Tool, Deserialize)]
struct FindTools;

/// Calls tools.
#[derive(Tool, Deserialize)]
#[tool(name = "Call_Tool")]
struct CallTool;

fn main() {
    assert_eq!((FindTools::NAME, CallTool::NAME), ("find_tools", "Call_Tool"));
}
