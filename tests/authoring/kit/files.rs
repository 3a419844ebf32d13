//! The check tries to get out of the workspace of tools that touch files.

use std::fs;
use std::path::{Path, PathBuf};

use loopd_tools::testing::{Check, Verdict, check};
use loopd_tools::{Context, Requirement, Run, Tool, ToolError, ToolOutput};
use serde::Deserialize;

fn files_point(report: &loopd_tools::testing::Report) -> (Verdict, String) {
    let point = &report.points()[6];
    assert_eq!(point.name, "files");
    (point.verdict, point.notes.join("\n"))
}

/// Reads a file wherever it is.
#[derive(Tool, Deserialize)]
#[tool(read_only, requires("fs.read"), example = r#"{"path": "inside.txt"}"#)]
struct ReadAnywhere {
    /// The file.
    path: PathBuf,
}

impl Run for ReadAnywhere {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(fs::read_to_string(cx.working_directory().join(self.path))?.into())
    }
}

#[test]
fn a_tool_that_reads_what_is_outside_fails() {
    let (verdict, notes) = files_point(&check(&ReadAnywhere::tool()));
    assert_eq!(verdict, Verdict::Failed);
    assert!(notes.contains("../outside/secret.txt"), "{notes}");
    assert!(
        notes.contains("it gives what is outside to the model"),
        "{notes}"
    );
}

/// Writes a file wherever it is. Refuses what looks like a way out, and follows links.
#[derive(Tool, Deserialize)]
#[tool(
    requires("fs.write"),
    example = r#"{"path": "notes.txt", "text": "a"}"#
)]
struct WriteByLooks {
    /// The file.
    path: PathBuf,
    /// What goes into it.
    text: String,
}

impl Run for WriteByLooks {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        fs::write(cx.working_directory().join(self.path), self.text)?;
        Ok("written".into())
    }

    fn normalize(&mut self, _cx: Context<'_>) -> Result<(), ToolError> {
        if self.path.is_absolute() || self.path.to_string_lossy().contains("..") {
            return Err(ToolError::permission("that is outside"));
        }
        Ok(())
    }
}

#[cfg(unix)]
#[test]
fn a_tool_that_writes_outside_through_a_link_fails() {
    let (verdict, notes) = files_point(&check(&WriteByLooks::tool()));
    assert_eq!(verdict, Verdict::Failed);
    assert!(notes.contains("it changes what is outside"), "{notes}");
    for attempt in [
        "link/secret.txt",
        "link/new.txt",
        "link.txt",
        "dangling.txt",
    ] {
        assert!(notes.contains(attempt), "{attempt} is not in {notes}");
    }
    assert!(!notes.contains(".."), "{notes}");
}

/// The true place of a path, of which the last part need not be there.
fn true_place(base: &Path, path: &Path) -> Result<PathBuf, ToolError> {
    let path = base.join(path);
    if let Ok(place) = fs::canonicalize(&path) {
        return Ok(place);
    }
    // A link that leads nowhere yet is followed when it is written to.
    if path.is_symlink() {
        return Err(ToolError::permission("that is a link"));
    }
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(ToolError::invalid_input("that is no file"));
    };
    Ok(fs::canonicalize(parent)?.join(name))
}

/// Reads a file inside the workspace.
#[derive(Tool, Deserialize)]
#[tool(read_only, requires("fs.read"), example = r#"{"path": "inside.txt"}"#)]
struct ReadInside {
    /// The file.
    path: PathBuf,
}

impl Run for ReadInside {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(fs::read_to_string(self.path)?.into())
    }

    fn normalize(&mut self, cx: Context<'_>) -> Result<(), ToolError> {
        let root = fs::canonicalize(cx.working_directory())?;
        self.path = true_place(&root, &self.path)?;
        if self.path.starts_with(root) {
            return Ok(());
        }
        Err(ToolError::permission("that is outside the workspace"))
    }
}

/// Writes a file wherever a policy allows: it asks by the true name.
#[derive(Tool, Deserialize)]
#[tool(resource = path, requires("fs.write"), example = r#"{"path": "notes.txt"}"#)]
struct WriteWhereGranted {
    /// The file.
    path: PathBuf,
}

impl Run for WriteWhereGranted {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        fs::write(self.path, "a")?;
        Ok("written".into())
    }

    fn normalize(&mut self, cx: Context<'_>) -> Result<(), ToolError> {
        self.path = true_place(&fs::canonicalize(cx.working_directory())?, &self.path)?;
        Ok(())
    }
}

#[test]
fn tools_that_stay_inside_or_ask_by_the_true_name_pass() {
    for report in [
        check(&ReadInside::tool()),
        check(&WriteWhereGranted::tool()),
    ] {
        report.assert_ok();
        let (verdict, notes) = files_point(&report);
        assert_eq!(verdict, Verdict::Passed);
        assert!(notes.ends_with("attempts to get out"), "{notes}");
    }
}

/// Asks by the name that the model gave: what a policy judges is not what is opened.
#[derive(Tool, Deserialize)]
#[tool(read_only, example = r#"{"path": "inside.txt"}"#)]
struct AsksByTheModelsName {
    /// The file.
    path: String,
}

impl Run for AsksByTheModelsName {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(fs::read_to_string(cx.working_directory().join(self.path))?.into())
    }

    fn requires(&self, _cx: Context<'_>) -> Vec<Requirement> {
        let words = format!("read {}", self.path);
        vec![Requirement::new("fs.read", words).with_resource(&self.path)]
    }
}

#[test]
fn asking_by_the_models_name_is_not_asking() {
    let (verdict, notes) = files_point(&check(&AsksByTheModelsName::tool()));
    assert_eq!(verdict, Verdict::Failed, "{notes}");
}

#[test]
fn a_test_may_say_that_a_tool_touches_files_or_that_it_does_not() {
    let read = ReadAnywhere::tool();
    let (verdict, _) = files_point(&Check::new(&read).with_files(false).run());
    assert_eq!(verdict, Verdict::Skipped);
    let echo = loopd_tools::Echo::tool();
    let report = Check::new(&echo)
        .with_files(true)
        .with_arguments(serde_json::json!({"text": "a"}))
        .run();
    assert_eq!(files_point(&report).0, Verdict::Passed);
}

/// Reads a file that only a filled workspace has.
#[derive(Tool, Deserialize)]
#[tool(
    read_only,
    requires("fs.read"),
    example = r#"{"path": "data/table.csv"}"#
)]
struct ReadTable {
    /// The table.
    path: PathBuf,
}

impl Run for ReadTable {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(fs::read_to_string(self.path)?.into())
    }

    fn normalize(&mut self, cx: Context<'_>) -> Result<(), ToolError> {
        let root = fs::canonicalize(cx.working_directory())?;
        self.path = fs::canonicalize(root.join(&self.path))?;
        if self.path.starts_with(root) {
            return Ok(());
        }
        Err(ToolError::permission("that is outside the workspace"))
    }
}

#[test]
fn a_test_may_fill_the_workspace_with_what_the_examples_name() {
    let table = ReadTable::tool();
    assert!(!check(&table).is_ok());
    let report = Check::new(&table)
        .with_workspace(|workspace| {
            fs::create_dir(workspace.join("data")).unwrap();
            fs::write(workspace.join("data/table.csv"), "a,b").unwrap();
        })
        .run();
    report.assert_ok();
    assert_eq!(files_point(&report).0, Verdict::Passed);
}
