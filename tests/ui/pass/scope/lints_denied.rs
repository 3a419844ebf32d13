#![deny(warnings, missing_docs, unsafe_code, unused_qualifications, unreachable_pub)]
//! Denies.

use loopd_tools::{Context, JsonSchema, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

/// Lists.
#[derive(Debug, Tool, Deserialize)]
#[serde(default)]
pub(crate) struct List {
    /// Where.
    pub(crate) path: String,
    /// How.
    #[deprecated]
    pub(crate) sort: Sort,
}

impl Default for List {
    fn default() -> Self {
        #[allow(deprecated)]
        Self { path: String::new(), sort: Sort::Up }
    }
}

/// How to sort.
#[derive(Debug, JsonSchema, Deserialize)]
pub(crate) enum Sort {
    /// Smallest first.
    Up,
    /// Largest first.
    Down,
}

impl Run for List {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(format!("{self:?}").into())
    }
}

fn main() {
    let _ = (List::tool(), Sort::Down);
}
