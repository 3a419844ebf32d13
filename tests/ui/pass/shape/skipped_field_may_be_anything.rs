use std::cell::RefCell;

use loopd_tools::Tool;
use serde::Deserialize;

#[derive(Default)]
struct Handle(RefCell<Option<fn(&str)>>);

/// Returns its text.
#[derive(Tool, Deserialize)]
struct Echo {
    text: String,
    #[serde(skip)]
    handle: Handle,
}

fn main() {
    let echo: Echo = serde_json::from_str(r#"{"text": "x"}"#).unwrap();
    assert!(echo.handle.0.borrow().is_none() && echo.text == "x");
    assert_eq!(Echo::schema().parameters["required"].to_string(), r#"["text"]"#);
}
