use loopd_tools::Tool;
use serde::Deserialize;

/// Misst.
#[derive(Tool, Deserialize)]
struct Größe;

fn main() {}
