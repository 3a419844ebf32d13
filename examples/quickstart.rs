//! The tool of the README, called as a model would call it.

use loopd_tools::{CallContext, DynTool};

// The text of the README from here ..
use loopd_tools::{Context, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

/// Returns its text argument unchanged.
#[derive(Tool, Deserialize)]
struct Echo {
    /// The text to return.
    text: String,
}

impl Run for Echo {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.text.into())
    }
}
// .. to here.

fn main() -> std::io::Result<()> {
    let tool = Echo::tool();
    let cx = CallContext::new();
    // Any runtime will do: nothing here depends on one.
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;

    println!("{}", tool.definition().schema().parameters);
    for arguments in [r#"{"text":"good day"}"#, r#"{"txt":"good day"}"#, "{}"] {
        match runtime.block_on(tool.call(arguments.into(), &cx)) {
            Ok(output) => println!("{arguments} gives: {}", output.text_content()),
            Err(error) => println!("{arguments} is refused: {error}"),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use loopd_tools::testing::Check;

    use super::*;

    #[test]
    fn it_meets_every_point() {
        Check::new(&Echo::tool())
            .with_arguments(serde_json::json!({"text": "good day"}))
            .run()
            .assert_ok();
    }
}
