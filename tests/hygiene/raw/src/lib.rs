//! The tools beside a `serde_json` that asks for raw values and for no order of keys: the schemas
//! are the same bytes, and a raw value is read as the model wrote it.
#![cfg(test)]

#[path = "../../shared/tools.rs"]
mod tools;

use agent_kit::{CallContext, Context, DynTool, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;
use serde_json::value::RawValue;

/// Passes JSON on.
#[derive(Debug, Tool, Deserialize)]
#[tool(crate = agent_kit)]
struct Pass {
    /// Anything.
    #[schemars(with = "serde_json::Value")]
    json: Box<RawValue>,
}

impl Run for Pass {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.json.get().into())
    }

    fn audit(&self, _cx: Context<'_>) -> String {
        self.json.get().to_owned()
    }
}

#[test]
fn a_raw_value_is_what_was_written() {
    let call = Pass::tool()
        .prepare(r#"{"json": {"b": 1.50, "a": [1]}}"#.into(), &CallContext::new())
        .unwrap();
    let text: String = call.plan().audit.split_whitespace().collect();
    assert_eq!(text, r#"{"b":1.50,"a":[1]}"#);
}

#[test]
fn keys_stay_in_order() {
    let value: serde_json::Value = serde_json::from_str(r#"{"b":1,"a":2}"#).unwrap();
    assert_eq!(value.to_string(), r#"{"b":1,"a":2}"#);
}
