use loopd_tools::Tool;
use serde::Deserialize;

/// Matches a type.
#[allow(non_camel_case_types)]
#[derive(Tool, Deserialize)]
struct r#match {
    r#type: String,
    r#ref: Option<u8>,
}

fn main() {
    assert_eq!(r#match::NAME, "match");
    let properties = r#match::schema().parameters["properties"].clone();
    assert!(properties.get("type").is_some() && properties.get("ref").is_some());
    let tool: r#match = serde_json::from_str(r#"{"type": "x"}"#).unwrap();
    assert!(tool.r#type == "x" && tool.r#ref.is_none());
}
