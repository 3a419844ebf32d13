//! Any text as the arguments of any tool, and of a tool with any schema.

use loopd_tools::Arguments;
use serde_json::Value;

use super::tools::{answer, each, foreign};
use super::{halves, text};

/// What is accepted without repairs is accepted with them, unchanged and unmended, and is JSON that
/// `serde_json` reads as well.
pub fn decode(data: &[u8]) {
    if let Some((schema, arguments)) = halves(data)
        && let Ok(schema) = serde_json::from_str::<Value>(schema)
    {
        let tool = foreign(schema);
        check(&tool, arguments);
    }
    if let Some(text) = text(data) {
        each(|tool| check(tool, text));
    }
}

fn check(tool: &loopd_tools::FnTool, text: &str) {
    let exact = answer(tool, Arguments::from(text).with_exact(true));
    let mended = answer(tool, Arguments::from(text));
    let Some((exact, repairs)) = exact else {
        return;
    };
    assert!(repairs.is_empty(), "{text:?}");
    assert_eq!(mended, Some((exact.clone(), Vec::new())), "{text:?}");
    if !text.trim_ascii().is_empty() {
        let parsed: Value = serde_json::from_str(text).expect("JSON that was accepted");
        // A host that has parsed the text gets the same answer, but for digits that it lost; of a
        // string alone, what it holds is the text.
        let has_digits = text.contains(|character: char| character.is_ascii_digit());
        let is_exact = !has_digits && !parsed.is_string();
        if is_exact {
            let parsed = answer(tool, Arguments::from(&parsed).with_exact(true));
            assert_eq!(parsed.map(|(output, _)| output), Some(exact), "{text:?}");
        }
    }
}
