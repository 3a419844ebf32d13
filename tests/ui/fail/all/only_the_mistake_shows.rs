use std::sync::Arc;

use loopd_tools::{Context, DynTool, Json, JsonSchema, Run, Tool, ToolError};
use serde::{Deserialize, Serialize};

struct Shelf {
    names: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    names: Vec<String>,
}

/// Lists graphs.
#[derive(Tool, Deserialize)]
#[tool(name = "graphs.list", state = Shelf, output = Json<Listed>)]
struct List {
    sort: Sort,
    page: Option<Page<String>>,
}

#[derive(JsonSchema, Deserialize)]
enum Sort {
    Up,
    #[serde(other)]
    Unknown,
}

#[derive(JsonSchema, Deserialize)]
#[serde(tag = "kind")]
struct Page<T> {
    of: T,
}

impl Run for List {
    async fn run(self, cx: Context<'_, Shelf>) -> Result<Json<Listed>, ToolError> {
        let _ = (self.page.map(|page| page.of.len()), matches!(self.sort, Sort::Up));
        Ok(Json(Listed { names: cx.state().names.clone() }))
    }
}

fn main() {
    let shelf = Arc::new(Shelf { names: Vec::new() });
    let _: Box<dyn DynTool> = Box::new(List::with(shelf));
    let _ = (List::NAME, List::schema(), List::definition());
}
