//! Calls the tool with each line of standard input, and prints what the model would read.

// For counting what a further tool expands to.
#[cfg(twice)]
#[allow(dead_code, unused_imports)]
#[path = "tool.rs"]
mod again;
mod tool;

use std::io;

use rig_core::tool::ToolContext;
use rig_core::tool::contextual::ErasedTool;

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    for arguments in io::stdin().lines() {
        let mut context = ToolContext::new();
        let result = tool::ConvertLength.execute(arguments?, &mut context).await;
        let fate = if result.is_success() {
            "answered"
        } else {
            "refused"
        };
        println!(
            "{fate} {}",
            serde_json::Value::from(result.output().render())
        );
    }
    Ok(())
}
