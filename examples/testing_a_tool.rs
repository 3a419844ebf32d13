//! Testing a tool, and a host that calls it: the check, a fake, a recorder, a scripted model.
//!
//! The tests are at the end of the file, where a crate of yours would have them as well; run as an
//! example it prints the check's table.

use std::fs;
use std::path::PathBuf;

use loopd_tools::testing::check;
use loopd_tools::{Context, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

/// Reads a text file of the workspace.
#[derive(Tool, Deserialize)]
#[tool(read_only, open_world = false, concurrent, resource = path, requires("fs.read"))]
#[tool(example = r#"{"path": "inside.txt"}"#)]
struct ReadText {
    /// The file, from the workspace's root.
    path: PathBuf,
}

impl Run for ReadText {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(fs::read_to_string(self.path)?.into())
    }

    fn normalize(&mut self, cx: Context<'_>) -> Result<(), ToolError> {
        let root = fs::canonicalize(cx.working_directory())?;
        // What is judged, locked and read is the true place, links followed.
        self.path = fs::canonicalize(root.join(&self.path))?;
        if self.path.starts_with(root) {
            return Ok(());
        }
        Err(ToolError::permission("the file is outside the workspace"))
    }
}

fn main() {
    println!("{}", check(&ReadText::tool()));
}

#[cfg(test)]
mod tests {
    use loopd_tools::testing::{FakeTool, Fate, Recorder, ScriptedModel, Verdict};
    use loopd_tools::{CallContext, DynTool, Echo, Session};
    use serde_json::json;

    use super::*;

    fn call(tool: &dyn DynTool, arguments: &str, cx: &CallContext) -> Result<String, ToolError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let output = runtime.block_on(tool.call(arguments.into(), cx));
        output.map(ToolOutput::into_text)
    }

    /// The one line that every tool should have.
    #[test]
    fn it_meets_every_point() {
        let report = check(&ReadText::tool());
        report.assert_ok();
        let tried = report
            .points()
            .iter()
            .all(|point| point.verdict == Verdict::Passed);
        assert!(tried, "{report}");
    }

    /// What it does is tested in a directory of its own, which goes with the session.
    #[test]
    fn it_reads_what_is_there() {
        let session = Session::new("test");
        let workspace = session.call("set up").scratch().unwrap();
        fs::write(workspace.join("a.txt"), "hello").unwrap();
        let cx = session.call("1").with_working_directory(workspace);
        let tool = ReadText::tool();
        assert_eq!(call(&tool, r#"{"path": "a.txt"}"#, &cx).unwrap(), "hello");
        let error = call(&tool, r#"{"path": "b.txt"}"#, &cx).unwrap_err();
        assert_eq!(error.kind(), loopd_tools::ToolErrorKind::FileNotFound);
    }

    /// A host is tested with a fake in the tool's place: same schema, same refusals, scripted
    /// answers.
    #[test]
    fn a_fake_stands_in_for_it() {
        let fake = FakeTool::of::<ReadText>()
            .answer_to(json!({"path": "a.txt"}), "hello")
            .answer(ToolError::file_not_found("no such file"));
        let cx = CallContext::new();
        assert_eq!(call(&fake, r#"{"path": "a.txt"}"#, &cx).unwrap(), "hello");
        call(&fake, r#"{"path": "b.txt"}"#, &cx).unwrap_err();
        call(&fake, r#"{"file": "c.txt"}"#, &cx).unwrap_err();
        assert_eq!(
            fake.calls(),
            [json!({"path": "a.txt"}), json!({"path": "b.txt"})]
        );
        fake.assert_done();
    }

    /// A recorder keeps what a real tool was asked.
    #[test]
    fn a_recorder_keeps_what_came_of_each_call() {
        let recorder = Recorder::new(Echo::tool());
        let log = recorder.log();
        call(&recorder, r#"{"text": "hi"}"#, &CallContext::new()).unwrap();
        assert_eq!(log()[0].fate, Fate::Answered("hi".into()));
    }

    /// A scripted model drives the whole host.
    #[test]
    fn a_scripted_model_drives_a_host() {
        use loopd_tools::{Dispatcher, FakeTools, Registry};
        let host = Dispatcher::new(Registry::m2b(), FakeTools::new());
        let transcript = ScriptedModel::new()
            .calls(
                "call_tool",
                json!({"name": "echo", "arguments": {"text": "hi"}}),
            )
            .run(&host);
        assert_eq!(transcript.exchanges()[0].answer, "hi");
    }
}
