//! Why stored rules can't be used, each with the fix.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why stored rules can't be used. Until it is mended, every call that needs something is denied.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// Others than the owner can read or write the file, or the owner can't read it.
    #[error(
        "{path}: its mode is {mode:04o}; its owner must be able to read it, and nobody else; run \
         `chmod 600 {path}`",
        path = path.display()
    )]
    WrongMode {
        /// The file.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// The file or its directory belongs to somebody else.
    #[error(
        "{path}: it belongs to user {owner}, and this process is user {user}; run `chown {user} \
         {path}`",
        path = path.display()
    )]
    WrongOwner {
        /// The file or directory.
        path: PathBuf,
        /// The id of its owner.
        owner: u32,
        /// The id of this process' user.
        user: u32,
    },
    /// The file is a symbolic link.
    #[error(
        "{path}: it is a symbolic link; put the file itself there, or give the path that it leads to",
        path = path.display()
    )]
    Symlink {
        /// The link.
        path: PathBuf,
    },
    /// It is no regular file.
    #[error("{path}: it is no regular file; move it away", path = path.display())]
    NotAFile {
        /// What is there.
        path: PathBuf,
    },
    /// Others can put another file in its place.
    #[error(
        "{path}: mode {mode:04o} of the directory lets others replace the rules; run `chmod go-w \
         {path}`",
        path = path.display()
    )]
    OpenDirectory {
        /// The directory.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// What is in the file is no list of rules.
    #[error("{path}: {reason}; mend the file or move it away", path = path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        reason: String,
    },
    /// Another process holds the lock for too long.
    #[error(
        "{path}: another process has held the lock for {seconds} s; end the one that hangs",
        path = path.display()
    )]
    Busy {
        /// The lock file.
        path: PathBuf,
        /// How long it was waited for.
        seconds: u64,
    },
    /// Reading or writing failed.
    #[error("{path}: {action} failed: {source}; see that the disk and the directory can be used", path = path.display())]
    Io {
        /// What was read or written.
        path: PathBuf,
        /// What was done.
        action: &'static str,
        /// Why it failed.
        source: io::Error,
    },
}

impl RulesError {
    pub(super) fn io(
        path: &std::path::Path,
        action: &'static str,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io {
            path,
            action,
            source,
        }
    }
}
