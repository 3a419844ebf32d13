use loopd_tools::Tool;
use serde::Deserialize;

/// Lists.
#[derive(Tool, Deserialize)]
#[tool(name = "_23456789-123456789-123456789-123456789-123456789-123456789-1234")]
struct List;

fn main() {
    assert_eq!(List::NAME.len(), 64);
}
