//! Point 7: a tool that touches files stays inside its workspace, or asks for what is outside.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::cancels::NOTHING_TO_RUN;
use super::report::{Findings, Point, skipped};
use super::subject::{Ran, Subject};
use crate::context::{CallContext, Session};
use crate::plan::Plan;

pub(super) const NAME: &str = "files";

/// What stands in the file that nobody may read.
const SECRET: &str = "zq-outside-the-workspace-7413";

pub(super) fn look(subject: &Subject<'_>) -> Point {
    if !touches_files(subject) {
        return skipped(NAME, "the tool asks for no capability `fs`");
    }
    let runnable = subject.runnable();
    if runnable.is_empty() {
        return skipped(NAME, NOTHING_TO_RUN);
    }
    let session = Session::new("check");
    let ground = session
        .call("ground")
        .scratch()
        .map_err(io::Error::other)
        .and_then(|scratch| Ground::new(&scratch));
    let ground = match ground {
        Ok(ground) => ground,
        Err(error) => return skipped(NAME, format!("no directory to try it in: {error}")),
    };
    let mut findings = Findings::default();
    let mut count = 0;
    for arguments in runnable {
        for attempt in ground.attempts() {
            for (key, arguments) in swapped(arguments, &attempt) {
                count += 1;
                let cx = session
                    .call(count.to_string())
                    .with_working_directory(&ground.workspace);
                if let Err(why) = escapes(subject, &arguments, &cx, &ground) {
                    findings.wrong(format!("{key} = {attempt:?}: {why}"));
                }
            }
        }
    }
    if count == 0 {
        return skipped(NAME, "no arguments hold a text that could be a path");
    }
    findings.tried(format!("{count} attempts to get out"));
    findings.into_point(NAME)
}

fn touches_files(subject: &Subject<'_>) -> bool {
    let of_files = |capability: &str| capability == "fs" || capability.starts_with("fs.");
    subject.touches_files.unwrap_or_else(|| {
        let declared = subject.definition().requires();
        declared.iter().any(|capability| of_files(capability))
            || subject.arguments().any(|arguments| {
                let plan = match subject.prepare(arguments, &CallContext::new()) {
                    Ok(Ok(call)) => call.plan(),
                    _ => Plan::default(),
                };
                let mut asked = plan.requirements.iter();
                asked.any(|requirement| of_files(&requirement.capability))
            })
    })
}

/// The arguments with one of their texts in exchange for `attempt`, for each of them.
fn swapped(arguments: &Value, attempt: &str) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (key, value) in arguments.as_object().into_iter().flatten() {
        let other = match value {
            Value::String(_) => Value::from(attempt),
            Value::Array(items) if items.iter().any(Value::is_string) => Value::from(vec![attempt]),
            _ => continue,
        };
        let mut arguments = arguments.clone();
        arguments[key] = other;
        all.push((key.clone(), arguments));
    }
    all
}

/// An error if the call gets out, and nobody is asked.
fn escapes(
    subject: &Subject<'_>,
    arguments: &Value,
    cx: &CallContext,
    ground: &Ground,
) -> Result<(), String> {
    let call = match subject.prepare(arguments, cx) {
        Ok(Ok(call)) => call,
        Ok(Err(_)) => return Ok(()),
        Err(panic) => return Err(panic),
    };
    // What asks by the true name of the place is judged by a policy: that is what it is for.
    let asks = call.plan().requirements.into_iter().any(|requirement| {
        let resource = requirement.resource.unwrap_or_default();
        Path::new(&resource).starts_with(&ground.outside)
    });
    drop(call);
    if asks {
        return Ok(());
    }
    let text = match subject.run(arguments, cx, || ()) {
        Ran::Ended(Ok(output)) => output.into_text(),
        Ran::Ended(Err(error)) => error.model_text(),
        Ran::Panicked(panic) => return Err(panic),
        Ran::Runs => return Err("it does not end".to_owned()),
    };
    if text.contains(SECRET) {
        return Err("it gives what is outside to the model".to_owned());
    }
    let now = contents(&ground.outside).map_err(|error| error.to_string())?;
    if now != ground.before {
        ground.restore().map_err(|error| error.to_string())?;
        return Err("it changes what is outside".to_owned());
    }
    Ok(())
}

/// A workspace, and a directory beside it that nobody may touch.
struct Ground {
    workspace: PathBuf,
    outside: PathBuf,
    before: BTreeMap<PathBuf, Vec<u8>>,
}

impl Ground {
    fn new(scratch: &Path) -> io::Result<Self> {
        let (workspace, outside) = (scratch.join("workspace"), scratch.join("outside"));
        for directory in [&workspace, &outside, &workspace.join("sub")] {
            fs::create_dir_all(directory)?;
        }
        fs::write(workspace.join("inside.txt"), "inside")?;
        fs::write(outside.join("secret.txt"), SECRET)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(&outside, workspace.join("link"))?;
            symlink(outside.join("secret.txt"), workspace.join("link.txt"))?;
            symlink(outside.join("not-yet.txt"), workspace.join("dangling.txt"))?;
        }
        let before = contents(&outside)?;
        Ok(Self {
            workspace,
            outside,
            before,
        })
    }

    /// Paths that lead outside, to what is there and to what could be made there.
    fn attempts(&self) -> Vec<String> {
        let absolute = |name| self.outside.join(name).display().to_string();
        let mut attempts: Vec<String> = [
            "../outside/secret.txt",
            "../outside/new.txt",
            "..",
            "../outside",
            "sub/../../outside/secret.txt",
            "./sub/.././../outside/new.txt",
            "inside.txt/../../outside/secret.txt",
            "missing/../../outside/secret.txt",
        ]
        .map(str::to_owned)
        .into();
        attempts.extend([absolute("secret.txt"), absolute("new.txt")]);
        attempts.push(format!("file://{}", absolute("secret.txt")));
        if cfg!(unix) {
            let links = [
                "link/secret.txt",
                "link/new.txt",
                "link.txt",
                "dangling.txt",
                "link",
            ];
            attempts.extend(links.map(str::to_owned));
        }
        attempts
    }

    fn restore(&self) -> io::Result<()> {
        fs::remove_dir_all(&self.outside)?;
        fs::create_dir_all(&self.outside)?;
        for (path, bytes) in &self.before {
            fs::write(path, bytes)?;
        }
        Ok(())
    }
}

/// All files under a directory.
fn contents(directory: &Path) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut left = vec![directory.to_owned()];
    while let Some(directory) = left.pop() {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                left.push(entry.path());
            } else {
                files.insert(entry.path(), fs::read(entry.path())?);
            }
        }
    }
    Ok(files)
}
