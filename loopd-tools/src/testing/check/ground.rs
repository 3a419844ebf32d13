//! Where a checked tool works: a workspace, and a directory beside it that nobody may touch.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What stands in the file that nobody may read.
pub(super) const SECRET: &str = "zq-outside-the-workspace-7413";

/// A workspace, and a directory beside it that nobody may touch.
pub(super) struct Ground {
    pub(super) workspace: PathBuf,
    pub(super) outside: PathBuf,
    before: BTreeMap<PathBuf, Vec<u8>>,
}

impl Ground {
    pub(super) fn new(scratch: &Path) -> io::Result<Self> {
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
    pub(super) fn attempts(&self) -> Vec<String> {
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

    /// Whether anything outside is other than it was.
    pub(super) fn is_changed(&self) -> io::Result<bool> {
        Ok(contents(&self.outside)? != self.before)
    }

    /// Puts back what is outside as it was.
    pub(super) fn restore(&self) -> io::Result<()> {
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
