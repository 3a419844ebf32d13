//! Whether a file can be trusted: nobody else can have written it, nor put it in its place.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use super::RulesError;

/// How many bytes of rules are read: far more than a person can have approved.
const LARGEST: u64 = 16 * 1024 * 1024;

/// How often a file that is replaced while it is opened is tried again.
const TRIES: usize = 64;

/// What is in the file; none if there is no file.
pub(super) fn read(path: &Path, user: u32) -> Result<Option<Vec<u8>>, RulesError> {
    for _ in 0..TRIES {
        let named = match fs::symlink_metadata(path) {
            Ok(named) => named,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(RulesError::io(path, "reading")(error)),
        };
        check_file(path, &named, user)?;
        let file = match File::open(path) {
            Ok(file) => file,
            // Taken away in between.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(RulesError::io(path, "opening")(error)),
        };
        // What was opened is what was looked at, and no link that came between.
        let opened = file.metadata().map_err(RulesError::io(path, "reading"))?;
        if is_same(&named, &opened) {
            return read_all(path, &file).map(Some);
        }
    }
    let error = io::Error::other("it is replaced again and again");
    Err(RulesError::io(path, "reading")(error))
}

fn read_all(path: &Path, file: &File) -> Result<Vec<u8>, RulesError> {
    let mut text = Vec::new();
    let read = file.take(LARGEST + 1).read_to_end(&mut text);
    read.map_err(RulesError::io(path, "reading"))?;
    if text.len() as u64 > LARGEST {
        return Err(RulesError::Malformed {
            path: path.to_owned(),
            reason: format!("it has more than {LARGEST} bytes"),
        });
    }
    Ok(text)
}

fn check_file(path: &Path, metadata: &Metadata, user: u32) -> Result<(), RulesError> {
    let path = || path.to_owned();
    if metadata.is_symlink() {
        return Err(RulesError::Symlink { path: path() });
    }
    if !metadata.is_file() {
        return Err(RulesError::NotAFile { path: path() });
    }
    system::check_owner(path, metadata, user)?;
    match system::mode(metadata) {
        mode if mode & 0o477 != 0o400 => Err(RulesError::WrongMode { path: path(), mode }),
        _ => Ok(()),
    }
}

/// Whether nobody else can put another file into the directory.
pub(super) fn check_directory(path: &Path, user: u32) -> Result<(), RulesError> {
    let metadata = fs::metadata(path).map_err(RulesError::io(path, "reading"))?;
    if system::owner(&metadata) != 0 {
        system::check_owner(|| path.to_owned(), &metadata, user)?;
    }
    match system::mode(&metadata) {
        mode if mode & 0o022 != 0 => Err(RulesError::OpenDirectory {
            path: path.to_owned(),
            mode,
        }),
        _ => Ok(()),
    }
}

pub(super) use self::system::{is_same, user};

#[cfg(unix)]
mod system {
    use std::fs::{self, Metadata};
    use std::os::unix::fs::MetadataExt;
    use std::path::{Path, PathBuf};

    use super::super::replace;
    use super::RulesError;

    /// Who this process is, by what it makes in `directory`.
    pub(in super::super) fn user(directory: &Path) -> Result<u32, RulesError> {
        // Linux says it without a trace.
        if let Ok(own) = fs::metadata("/proc/self") {
            return Ok(own.uid());
        }
        let (path, probe) = replace::temporary(directory, "probe")?;
        let made = probe.metadata().map_err(RulesError::io(&path, "reading"));
        let removed = fs::remove_file(&path).map_err(RulesError::io(&path, "removing"));
        removed.and(made.map(|made| made.uid()))
    }

    pub(super) fn owner(metadata: &Metadata) -> u32 {
        metadata.uid()
    }

    pub(super) fn check_owner(
        path: impl FnOnce() -> PathBuf,
        metadata: &Metadata,
        user: u32,
    ) -> Result<(), RulesError> {
        let owner = metadata.uid();
        if owner == user {
            return Ok(());
        }
        Err(RulesError::WrongOwner {
            path: path(),
            owner,
            user,
        })
    }

    pub(super) fn mode(metadata: &Metadata) -> u32 {
        metadata.mode() & 0o7777
    }

    pub(in super::super) fn is_same(one: &Metadata, other: &Metadata) -> bool {
        (one.dev(), one.ino()) == (other.dev(), other.ino())
    }
}

/// Elsewhere the access lists of the user's own directory stand for modes and owners.
#[cfg(not(unix))]
mod system {
    use std::fs::Metadata;
    use std::path::{Path, PathBuf};

    use super::RulesError;

    pub(in super::super) fn user(_directory: &Path) -> Result<u32, RulesError> {
        Ok(0)
    }

    pub(super) fn owner(_metadata: &Metadata) -> u32 {
        0
    }

    pub(super) fn check_owner(
        _path: impl FnOnce() -> PathBuf,
        _metadata: &Metadata,
        _user: u32,
    ) -> Result<(), RulesError> {
        Ok(())
    }

    pub(super) fn mode(_metadata: &Metadata) -> u32 {
        0o600
    }

    pub(in super::super) fn is_same(_one: &Metadata, _other: &Metadata) -> bool {
        true
    }
}
