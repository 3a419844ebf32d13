use loopd_tools::Tool;
use serde::Deserialize;

#[derive(schemars::JsonSchema, Deserialize)]
struct Page {
    number: u32,
}

/// Lists.
#[derive(Tool, Deserialize)]
struct List {
    page: Page,
}

fn main() {
    let page = &List::schema().parameters["properties"]["page"];
    assert_eq!(page["properties"]["number"]["type"], "integer");
    let _ = |list: List| list.page.number;
}
