use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    page: Page,
}

#[derive(loopd_tools::JsonSchema)]
struct Page {
    number: u32,
}

fn main() {}
