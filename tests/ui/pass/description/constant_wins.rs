use loopd_tools::Tool;
use serde::Deserialize;

const WORDS: &str = "Said by a constant.";

/// Said by the comment.
#[derive(Tool, Deserialize)]
#[tool(description = WORDS)]
struct Say;

fn main() {
    assert_eq!(Say::schema().description, "Said by a constant.");
}
