use loopd_tools::{Context, Run, ToolError, ToolOutput};

struct List;

impl Run for List {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok("".into())
    }
}

fn main() {}
