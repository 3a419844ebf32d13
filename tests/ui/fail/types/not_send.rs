use loopd_tools::Tool;
use serde::Deserialize;

use std::rc::Rc;

/// Lists graphs.
#[derive(Tool, Deserialize)]
struct List {
    #[serde(skip)]
    cache: Rc<String>,
}

fn main() {}
