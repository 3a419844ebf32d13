use loopd_tools::Tool;
use serde::Deserialize;

/// Adds numbers.
#[derive(Tool, Deserialize)]
struct Add(i64, i64);

fn main() {}
