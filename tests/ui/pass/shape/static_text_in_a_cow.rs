use std::borrow::Cow;

use loopd_tools::Tool;
use serde::Deserialize;

/// Returns its text.
#[derive(Tool, Deserialize)]
struct Echo {
    text: Cow<'static, str>,
}

fn main() {
    let echo: Echo = serde_json::from_str(r#"{"text": "x"}"#).unwrap();
    assert_eq!(echo.text, "x");
    assert_eq!(Echo::schema().parameters["properties"]["text"]["type"], "string");
}
