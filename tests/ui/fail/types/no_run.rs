use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List;

fn main() {
    let _ = List::tool();
}
