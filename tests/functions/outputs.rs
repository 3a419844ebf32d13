//! Whatever converts into an output may be given, with errors that convert as well.

use loopd_tools::{DynTool, Json, JsonSchema, Tool, ToolError, ToolErrorKind, ToolOutput, tool};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{call, text};

#[derive(Serialize, JsonSchema)]
struct Report {
    /// How many words.
    words: usize,
}

/// Counts words.
#[tool]
async fn count_words(text: String) -> Json<Report> {
    let words = text.split_whitespace().count();
    Json(Report { words })
}

/// Reads a file.
#[tool]
fn read(path: String) -> std::io::Result<String> {
    std::fs::read_to_string(path)
}

/// Gives JSON.
#[tool(output = ToolOutput)]
async fn value() -> Result<ToolOutput, ToolError> {
    Ok(Value::from(1).into())
}

#[test]
fn a_typed_output_has_its_schema() {
    let tool = count_words::tool();
    let output = call(&tool, r#"{"text":"a b"}"#).expect("the call");
    assert_eq!(output.structured_value(), Some(json!({"words": 2})));
    let schema = tool.definition().output().expect("a schema");
    assert_eq!(
        schema["properties"]["words"]["description"],
        "How many words."
    );
}

#[test]
fn errors_convert() {
    let error = call(&read::tool(), r#"{"path":"/nowhere/at/all"}"#).expect_err("no file");
    assert_eq!(error.kind(), ToolErrorKind::FileNotFound);
}

#[test]
fn the_output_may_be_named() {
    assert_eq!(text(&value::tool(), ""), "1");
}
