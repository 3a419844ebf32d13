//! Calls the tool with each line of standard input, and prints what the model would read.

// For counting what a further tool expands to.
#[cfg(twice)]
#[allow(dead_code, unused_imports)]
#[path = "tool.rs"]
mod again;
mod tool;

use std::io;

use swiftide::chat_completion::{ToolCall, ToolOutput};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tool = tool::convert_length();
    for arguments in io::stdin().lines() {
        let call = ToolCall::builder()
            .id("1")
            .name("convert_length")
            .args(arguments?)
            .build()?;
        let (fate, text) = match tool.invoke(&(), &call).await {
            Ok(ToolOutput::Fail(text)) => ("refused", text),
            Ok(output) => ("answered", output.to_string()),
            Err(error) => ("refused", error.to_string()),
        };
        println!("{fate} {}", serde_json::Value::from(text));
    }
    Ok(())
}
