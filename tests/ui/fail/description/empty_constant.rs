use loopd_tools::Tool;
use serde::Deserialize;

const WORDS: &str = "";

/// The key wins over the comment.
#[derive(Tool, Deserialize)]
#[tool(description = WORDS)]
struct Echo;

fn main() {}
