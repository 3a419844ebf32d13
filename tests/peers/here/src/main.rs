//! Calls the tool with each line of standard input, and prints what the model would read.

// For counting what a further tool expands to.
#[cfg(twice)]
#[allow(dead_code, unused_imports)]
#[path = "tool.rs"]
mod again;
// For the same of the smallest tool.
#[cfg(smallest)]
#[allow(dead_code)]
mod echo;
mod tool;

use std::io;

use loopd_tools::{CallContext, DynTool, Tool};

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let tool = tool::convert_length::tool();
    let cx = CallContext::new();
    for arguments in io::stdin().lines() {
        let (fate, text) = match tool.call(arguments?.as_str().into(), &cx).await {
            Ok(output) => ("answered", output.into_text()),
            Err(error) => ("refused", error.model_text()),
        };
        println!("{fate} {}", serde_json::Value::from(text));
    }
    Ok(())
}
