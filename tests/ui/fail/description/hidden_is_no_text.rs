use loopd_tools::Tool;
use serde::Deserialize;

#[doc(hidden)]
#[derive(Tool, Deserialize)]
struct Echo;

fn main() {}
