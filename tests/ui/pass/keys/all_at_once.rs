use std::sync::Mutex;

use loopd_tools::{Context, DynTool, Json, JsonSchema, Run, Tool, ToolError};
use serde::{Deserialize, Serialize};

struct Counter(Mutex<u64>);

#[derive(Serialize, JsonSchema)]
struct Count {
    now: u64,
}

const AUDIT: &str = "audit";

/// Counts.
#[derive(Tool, Deserialize)]
#[tool(
    name = "count",
    title = "Count",
    description = "Counts on.",
    core,
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false,
    concurrent,
    pinned,
    untrusted = false,
    unrecorded,
    allow_unknown,
    exact,
    blocking,
    state = Counter,
    output = Json<Count>,
    resource = by,
    requires("counter.write", AUDIT),
    timeout = "1m 30s",
    max_output = "64KiB",
    example = r#"{"by": 2}"#,
    example = "{}",
    system_prompt = concat!("Count", "."),
    crate = loopd_tools,
)]
struct CountOn {
    #[serde(default)]
    by: u64,
}

impl Run for CountOn {
    async fn run(self, cx: Context<'_, Counter>) -> Result<Json<Count>, ToolError> {
        let mut count = cx.state().0.lock().map_err(|_| ToolError::execution("poisoned"))?;
        *count += self.by;
        Ok(Json(Count { now: *count }))
    }
}

fn main() {
    let tool = CountOn::with(Counter(Mutex::new(1)));
    assert_eq!(tool.definition().name(), "count");
    assert_eq!(tool.definition().schema().description, "Counts on.");
    assert!(tool.definition().core());
}
