use loopd_tools::Tool;
use serde::Deserialize;

#[doc = include_str!("../../empty.md")]
#[derive(Tool, Deserialize)]
struct Echo;

fn main() {}
