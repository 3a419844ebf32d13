//! What a client gets of a call.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use crate::broker::Outcome;
use crate::output::{Control, Part, ToolOutput};

/// The result of a call of a tool that promises structured output, or does not.
pub(super) fn result(outcome: &Outcome, promised: bool) -> CallToolResult {
    let Some(output) = outcome.output() else {
        return text(outcome.text(), true);
    };
    let mut content = Vec::new();
    let is_error = output.is_error();
    if let Control::GiveUp(reason) = outcome.control()
        && is_error
    {
        content.push(ContentBlock::text(reason));
    }
    let (blocks, structured) = blocks(output);
    if promised && structured.is_none() && !is_error {
        return text(
            format!(
                "The result of {} is too long for this server: {} bytes of text do not fit. Ask \
                 for less.",
                outcome.tool, outcome.left_out
            ),
            true,
        );
    }
    content.extend(blocks);
    let mut result = CallToolResult::success(content);
    result.is_error = Some(is_error);
    result.structured_content = structured;
    result
}

/// A result that is text.
pub(super) fn text(text: impl Into<String>, is_error: bool) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.is_error = Some(is_error);
    result
}

/// The parts in the protocol's form, and the structured one among them. JSON is text for clients
/// that know nothing of structured content.
fn blocks(output: &ToolOutput) -> (Vec<ContentBlock>, Option<Value>) {
    let mut structured = None;
    let parts = output.clone().into_parts().into_iter();
    let blocks = parts.map(|part| {
        if let Part::Json { value } = part {
            let block = ContentBlock::text(value.to_string());
            structured.get_or_insert(value);
            return block;
        }
        // The serde form of a part is that of a block.
        let block = serde_json::to_value(&part).and_then(serde_json::from_value);
        block.unwrap_or_else(|_| ContentBlock::text(part.as_text()))
    });
    (blocks.collect(), structured)
}
