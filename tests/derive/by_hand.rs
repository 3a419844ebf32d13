//! The derive against schemas written by hand, to the byte.

use std::collections::BTreeMap;

use loopd_tools::{JsonSchema, Tool};
use serde::Deserialize;

fn bytes<T: Tool>() -> String {
    T::schema().parameters.to_string()
}

/// Nothing to say.
#[derive(Tool, Deserialize)]
struct Unit;

/// Nothing to say.
#[derive(Tool, Deserialize)]
struct Empty {}

#[test]
fn no_parameters() {
    let by_hand = r#"{"type":"object","properties":{},"additionalProperties":false}"#;
    assert_eq!(bytes::<Unit>(), by_hand);
    assert_eq!(bytes::<Empty>(), by_hand);
}

/// Edits a file.
#[derive(Tool, Deserialize)]
#[serde(rename_all = "camelCase")]
struct EditFile {
    /// The file, from the working directory.
    path: String,
    /// The first line, from 1.
    #[schemars(range(min = 1))]
    first_line: Option<u32>,
    /// The new text.
    #[schemars(length(max = 100))]
    r#new: Vec<String>,
    /// How to write.
    #[serde(default, alias = "how")]
    mode: Mode,
    #[serde(skip)]
    cached: Vec<u8>,
}

#[derive(JsonSchema, Deserialize, serde::Serialize, Default)]
#[serde(rename_all = "lowercase")]
enum Mode {
    #[default]
    Replace,
    Append,
}

#[test]
fn all_kinds_of_fields() {
    let by_hand = concat!(
        r#"{"type":"object","properties":{"#,
        r#""path":{"type":"string","description":"The file, from the working directory."},"#,
        r#""firstLine":{"type":"integer","description":"The first line, from 1.","minimum":1,"maximum":4294967295},"#,
        r#""new":{"type":"array","description":"The new text.","items":{"type":"string"},"maxItems":100},"#,
        r#""mode":{"type":"string","description":"How to write.","enum":["replace","append"],"default":"replace"}"#,
        r#"},"required":["path","new"],"additionalProperties":false}"#,
    );
    assert_eq!(bytes::<EditFile>(), by_hand);
}

/// Sends a request.
#[derive(Tool, Deserialize)]
struct Send {
    /// Headers by name.
    headers: BTreeMap<String, String>,
    /// What to send.
    body: Body,
}

#[derive(JsonSchema, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Body {
    /// Plain text.
    Text {
        text: String,
    },
    Nothing,
}

#[test]
fn maps_and_tagged_enums() {
    let by_hand = concat!(
        r#"{"type":"object","properties":{"#,
        r#""headers":{"type":"object","description":"Headers by name.","additionalProperties":{"type":"string"}},"#,
        r#""body":{"type":"object","description":"What to send.","anyOf":["#,
        r#"{"type":"object","description":"Plain text.","properties":{"kind":{"type":"string","enum":["text"]},"text":{"type":"string"}},"required":["kind","text"],"additionalProperties":false},"#,
        r#"{"type":"object","properties":{"kind":{"type":"string","enum":["nothing"]}},"required":["kind"],"additionalProperties":false}"#,
        r#"]}},"required":["headers","body"],"additionalProperties":false}"#,
    );
    assert_eq!(bytes::<Send>(), by_hand);
}
