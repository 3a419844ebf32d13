//! Asking a person at a terminal.
//!
//! Before a tool runs that needs something, the person sees what it needs in words, on which
//! resource, and the tool's own line on the call. One key answers each call: `y` this time, `a`
//! always in this workspace; every other key is a no. Without a terminal nobody is there to ask, and
//! what needs an approval is denied.
//!
//! Nothing that a tool or a model has put into the question can act on the terminal or hide.

use std::error::Error;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use console::{Key, Term};
use loopd_tools::broker::Call;
use loopd_tools::policy::{
    Answers, Approval, Approver, Paths, Plain, Policy, Profile, Question, RulesFile,
};
use loopd_tools::{
    BoxFuture, Broker, Context, Outcome, Requirement, Run, Session, Tool, ToolError, ToolOutput,
    ToolRequest, Toolbox, run_blocking,
};
use serde::Deserialize;

/// Asks at the terminal that standard error is.
struct Terminal {
    screen: Term,
}

impl Terminal {
    fn new() -> Self {
        Self {
            screen: Term::stderr(),
        }
    }
}

impl Approver for Terminal {
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Answers> {
        let (screen, question) = (self.screen.clone(), question.clone());
        Box::pin(async move {
            // A person takes time: the threads that drive futures do not wait for a key.
            let answers = run_blocking(move || ask(&screen, &question)).await;
            answers.unwrap_or(Answers::all(Approval::Deny))
        })
    }
}

fn ask(screen: &Term, question: &Question) -> Answers {
    if !(screen.is_term() && io::stdin().is_terminal()) {
        return Answers::nobody();
    }
    // A terminal that fails has said no.
    read(screen, question).unwrap_or(Answers::all(Approval::Deny))
}

fn read(screen: &Term, question: &Question) -> io::Result<Answers> {
    // Its `Display` is escaped and bounded.
    screen.write_line(&format!("\n{question}\n"))?;
    forget_keys()?;
    let mut approvals = Vec::new();
    for number in 1..=question.calls.len() {
        let keys = "[y] yes, this time  [a] yes, always here  [n] no";
        screen.write_str(&format!("call {number}? {keys}: "))?;
        let (approval, word) = match screen.read_key()? {
            Key::Char('y' | 'Y') => (Approval::Approve, "yes"),
            Key::Char('a' | 'A') => (Approval::ApproveAlwaysHere, "always here"),
            _ => (Approval::Deny, "no"),
        };
        screen.write_line(word)?;
        approvals.push(approval);
    }
    Ok(Answers::each(approvals))
}

/// A key that was pressed before the question was there is no answer to it.
fn forget_keys() -> io::Result<()> {
    #[cfg(unix)]
    rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush)?;
    Ok(())
}

/// Writes a note into a file of the workspace.
#[derive(Tool, Deserialize)]
#[tool(resource = path)]
struct WriteNote {
    /// The file, from the root of the workspace.
    path: String,
    /// What to write.
    text: String,
}

impl WriteNote {
    /// The place of the file, links of folders followed. The file itself may not be a link.
    fn place(&self, workspace: &Path) -> Result<PathBuf, ToolError> {
        let outside = || ToolError::permission("the file is outside the workspace");
        let workspace = std::fs::canonicalize(workspace)?;
        let path = workspace.join(&self.path);
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(outside());
        };
        let place = std::fs::canonicalize(folder)?.join(name);
        if !place.starts_with(&workspace) || place.is_symlink() {
            return Err(outside());
        }
        Ok(place)
    }
}

impl Run for WriteNote {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        std::fs::write(self.place(cx.working_directory())?, &self.text)?;
        Ok(format!("{} is written", self.path).into())
    }

    fn requires(&self, _cx: Context<'_>) -> Vec<Requirement> {
        let words = format!("write {} bytes into {}", self.text.len(), self.path);
        vec![Requirement::new("fs.write", words).with_resource(&*self.path)]
    }

    fn audit(&self, _cx: Context<'_>) -> String {
        format!("note for {}", self.path)
    }
}

fn note(path: &str) -> ToolRequest {
    let arguments = serde_json::json!({"path": path, "text": "Water the plants."});
    ToolRequest {
        tool: "write_note".to_owned(),
        arguments: arguments.to_string(),
    }
}

/// Two calls that are asked about together, the second with a name that would clear the screen and
/// run backwards; then the first again, which is asked about unless it was approved for good.
async fn demonstrate(directory: &Path) -> Result<Vec<Outcome>, Box<dyn Error>> {
    let workspace = directory.join("workspace");
    std::fs::create_dir_all(workspace.join("notes"))?;
    let profile = Profile::new("writer", "1").with("fs.write", Paths::new().gate("notes/**"));
    let policy = Policy::new(profile)
        .with_rules(RulesFile::open(directory.join("rules.json"))?)
        .with_approver(Terminal::new());
    let toolbox = Toolbox::new();
    toolbox.register(WriteNote::tool())?;
    let broker = Broker::builder(toolbox).policy(policy).build()?;

    let session = Session::new("approve")
        .with_working_directory(workspace)
        .with_interactive(true);
    let paths = ["notes/today.txt", "notes/\u{1b}[2J\u{202e}txt.live"];
    let batch = paths.map(|path| Call::new(note(path), session.call(path)));
    let mut outcomes = broker.call_all(batch.into()).await;
    outcomes.push(broker.call(note(paths[0]), session.call("again")).await);
    Ok(outcomes)
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let session = Session::new("files");
    let directory = session.call("1").scratch()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    for outcome in runtime.block_on(demonstrate(&directory))? {
        for line in outcome.text().lines() {
            println!("{}", Plain::new(line, 500));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tool_meets_every_point() {
        loopd_tools::testing::Check::new(&WriteNote::tool())
            .with_arguments(serde_json::json!({"path": "note.txt", "text": "Water the plants."}))
            .with_audited("path")
            .run()
            .assert_ok();
    }
}
