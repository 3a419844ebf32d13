//! What is mended fits: given again, without repairs, it is accepted and stays what it is.

use loopd_tools::Arguments;
use serde_json::{Value, json};

use super::tools::{answer, each, foreign};
use super::{halves, text};

/// A repair ends in a value that needs none, and no string becomes another where a string is wanted.
pub fn repair(data: &[u8]) {
    if let Some((schema, arguments)) = halves(data)
        && let Ok(schema) = serde_json::from_str::<Value>(schema)
    {
        again(&foreign(schema), arguments);
    }
    let Some(text) = text(data) else {
        return;
    };
    each(|tool| again(tool, text));
    strings_stay(text);
}

fn again(tool: &loopd_tools::FnTool, text: &str) {
    let Some((read, repairs)) = answer(tool, Arguments::from(text)) else {
        return;
    };
    if repairs.is_empty() {
        return;
    }
    assert_eq!(
        answer(tool, Arguments::from(text).with_exact(true)),
        None,
        "{text:?}"
    );
    let again = answer(tool, Arguments::from(read.as_str()).with_exact(true));
    assert_eq!(again, Some((read.clone(), Vec::new())), "{text:?}");
}

fn strings_stay(text: &str) {
    let schema = json!({"type": "object", "additionalProperties": {"type": "string"}});
    let sent = json!({ "x": text });
    let read = answer(&foreign(schema), Arguments::from(&sent));
    assert_eq!(read, Some((sent.to_string(), Vec::new())));
}
