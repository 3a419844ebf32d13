use std::collections::BTreeMap;

use loopd_tools::{JsonSchema, Tool};
use serde::Deserialize;

#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    #[serde(default = "first", alias = "number")]
    page: u32,
}

fn first() -> u32 {
    1
}

#[derive(JsonSchema, Deserialize)]
#[serde(tag = "kind", content = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
enum Sort {
    ByKey { key_name: String },
    #[serde(rename = "none")]
    Unsorted,
    #[serde(skip)]
    Never,
}

#[derive(JsonSchema, Deserialize)]
#[serde(transparent)]
struct Label {
    text: String,
}

/// Lists.
#[derive(Tool, Deserialize)]
#[serde(rename_all(deserialize = "camelCase", serialize = "UPPERCASE"))]
struct List {
    #[serde(flatten)]
    page: Page,
    sort_by: Option<Sort>,
    #[serde(default)]
    labels: BTreeMap<String, Label>,
    #[serde(deserialize_with = "lines")]
    #[schemars(with = "String")]
    lines: Vec<String>,
}

fn lines<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(String::deserialize(from)?.lines().map(str::to_owned).collect())
}

fn main() {
    let text = r#"{"number": 2, "sortBy": {"kind": "by-key", "of": {"keyName": "x"}},
        "labels": {"a": "b"}, "lines": "a\nb"}"#;
    let list: List = serde_json::from_str(text).unwrap();
    assert_eq!((list.page.page, list.lines.len(), &*list.labels["a"].text), (2, 2, "b"));
    assert!(matches!(list.sort_by, Some(Sort::ByKey { key_name }) if key_name == "x"));
    let _ = (Sort::Unsorted, Sort::Never);
    assert_eq!(List::schema().parameters["properties"]["lines"]["type"], "string");
}
