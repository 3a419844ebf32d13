//! Where a path really leads.

use std::io;
use std::path::{Component, Path, PathBuf};

/// How many parts that are not there yet are looked behind.
const DEEPEST: usize = 256;

/// The path without `.` and `..`, links not followed.
pub(super) fn lexical(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            // At the root it stays there, as the system has it.
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// The place that a path from the root leads to, links followed, though its last parts may not be
/// there yet. None if that can't be known: a link to nowhere, a directory that can't be read.
pub(super) fn real(path: &Path) -> Option<PathBuf> {
    let parts: Vec<Component<'_>> = path.components().collect();
    let mut missing = 0;
    let mut there = loop {
        let (before, _) = parts.split_at_checked(parts.len().checked_sub(missing)?)?;
        let before: PathBuf = before.iter().collect();
        match before.canonicalize() {
            Ok(there) => break there,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(_) => return None,
        }
        // What is there and yet leads nowhere is a link: what is made through it is elsewhere.
        if before.symlink_metadata().is_ok() || missing == DEEPEST {
            return None;
        }
        missing += 1;
    };
    for part in &parts[parts.len() - missing..] {
        match part {
            // Below what is not there, it can't be known what `..` would be.
            Component::ParentDir => return None,
            part => there.push(part),
        }
    }
    Some(there)
}
