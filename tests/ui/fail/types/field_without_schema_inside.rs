use loopd_tools::Tool;
use serde::Deserialize;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    pages: Vec<Option<Page>>,
}

#[derive(Deserialize)]
struct Page {
    number: u32,
}

fn main() {}
