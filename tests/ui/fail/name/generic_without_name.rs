use loopd_tools::Tool;
use serde::Deserialize;

/// Lists things.
#[derive(Tool, Deserialize)]
struct List<T> {
    of: T,
}

fn main() {}
