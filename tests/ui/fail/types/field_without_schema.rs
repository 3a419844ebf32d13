use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    path: String,
    page: Page,
}

#[derive(Deserialize)]
struct Page {
    number: u32,
}

fn main() {}
