//! The tools in a tree where `serde_json` keeps numbers as text (`arbitrary_precision`): the same
//! schemas, and numbers of every kind are read at every depth.
#![cfg(test)]

#![allow(dead_code, reason = "what is read is shown")]

#[path = "../../shared/tools.rs"]
mod tools;

use agent_kit::{CallContext, Context, DynTool, JsonSchema, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};

/// Takes numbers.
#[derive(Debug, Tool, Deserialize)]
#[tool(crate = agent_kit)]
struct Numbers {
    whole: i64,
    large: u64,
    real: f64,
    internal: Internal,
    untagged: Vec<Untagged>,
    #[serde(flatten)]
    flat: Flat,
    free: Value,
}

#[derive(Debug, JsonSchema, Deserialize)]
#[tool(crate = agent_kit)]
#[serde(tag = "tag")]
enum Internal {
    Of { number: u8 },
}

#[derive(Debug, JsonSchema, Deserialize)]
#[tool(crate = agent_kit)]
#[serde(untagged)]
enum Untagged {
    Whole(i32),
    Real(f64),
}

#[derive(Debug, JsonSchema, Deserialize)]
#[tool(crate = agent_kit)]
struct Flat {
    flat: u16,
}

impl Run for Numbers {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(format!("{self:?}").into())
    }

    fn audit(&self, _cx: Context<'_>) -> String {
        format!(
            "{} {} {} {:?} {:?} {:?} {}",
            self.whole, self.large, self.real, self.internal, self.untagged, self.flat, self.free
        )
    }
}

#[test]
fn numbers_are_read_at_every_depth() {
    let arguments = r#"{"whole": -9007199254740993, "large": 18446744073709551615, "real": 1e2,
        "internal": {"tag": "Of", "number": 7}, "untagged": [1, 1.5], "flat": 9,
        "free": {"big": 123456789012345678901234567890}}"#;
    let call = Numbers::tool()
        .prepare(arguments.into(), &CallContext::new())
        .unwrap();
    assert_eq!(
        call.plan().audit,
        "-9007199254740993 18446744073709551615 100 Of { number: 7 } [Whole(1), Real(1.5)] \
         Flat { flat: 9 } {\"big\":1.2345678901234568e+29}"
    );
}

#[test]
fn numbers_in_schemas_are_numbers() {
    let schema = Numbers::schema().parameters;
    assert_eq!(
        schema["properties"]["flat"],
        json!({"type": "integer", "minimum": 0, "maximum": 65535})
    );
}
