use loopd_tools::Tool;
use serde::Deserialize;

/// Counts.
#[derive(Tool, Deserialize)]
#[tool()]
struct Count;

fn main() {
    assert_eq!(Count::NAME, "count");
}
