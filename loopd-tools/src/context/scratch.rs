//! A session's private directory.

use std::fs::{self, DirBuilder};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many names are tried. They are 128 random bits: one is enough unless somebody plays.
const TRIES: usize = 16;

/// Where the directory is made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// In the system's directory for temporary files.
    #[default]
    Temporary,
    /// In this directory, which is made where it is missing.
    Under(PathBuf),
    /// Nowhere.
    Off,
}

/// A directory that is made when it is first wanted and removed with its session.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    stage: Mutex<Stage>,
}

#[derive(Debug, Default)]
enum Stage {
    #[default]
    Unmade,
    Made(Made),
    Ended,
}

#[derive(Debug)]
struct Made {
    path: PathBuf,
    identity: Identity,
}

impl Scratch {
    /// The directory, made if there is none yet.
    pub(super) fn path(&self, place: &Place) -> io::Result<PathBuf> {
        let mut stage = self.stage();
        match &*stage {
            Stage::Ended => return Err(io::Error::other("the session has ended")),
            Stage::Made(made) if made.is_there() => return Ok(made.path.clone()),
            // Not made yet, or a tool has removed it.
            Stage::Made(_) | Stage::Unmade => {}
        }
        let base = match place {
            Place::Temporary => std::env::temp_dir(),
            Place::Under(base) => base.clone(),
            Place::Off => return Err(io::Error::other("this session has no scratch directory")),
        };
        let made = Made::under(&base)?;
        let path = made.path.clone();
        *stage = Stage::Made(made);
        Ok(path)
    }

    /// Removes the directory. None is made any more.
    pub(super) fn end(&self) -> io::Result<()> {
        let stage = std::mem::replace(&mut *self.stage(), Stage::Ended);
        match stage {
            Stage::Made(made) => made.remove(),
            Stage::Unmade | Stage::Ended => Ok(()),
        }
    }

    /// A poisoned lock is taken over: the stage is whole after every change.
    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A drop can't tell anybody; `Session::close` can.
        let _ = self.end();
    }
}

impl Made {
    /// A new directory straight under `base`, with a name that nobody can know before.
    fn under(base: &Path) -> io::Result<Self> {
        directory().recursive(true).create(base)?;
        // Without links, so that a link changed later leads nowhere else.
        let base = fs::canonicalize(base)?;
        let mut last = io::ErrorKind::AlreadyExists.into();
        for _ in 0..TRIES {
            let path = base.join(format!("loopd-{:016x}{:016x}", random(), random()));
            // Making a directory fails on anything that is there, a link to nowhere included.
            match directory().create(&path) {
                Ok(()) => {
                    let identity = Identity::of(&path)?;
                    return Ok(Self { path, identity });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
                Err(error) => return Err(error),
            }
        }
        Err(last)
    }

    fn is_there(&self) -> bool {
        Identity::of(&self.path).is_ok_and(|identity| identity == self.identity)
    }

    /// Removes what was made and nothing that has come in its place. Links inside are removed, not
    /// followed.
    fn remove(&self) -> io::Result<()> {
        if !self.is_there() {
            return Ok(());
        }
        fs::remove_dir_all(&self.path)
    }
}

/// A builder of directories that nobody but their owner can enter.
fn directory() -> DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "modes are for unix"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// 64 bits that come from the system's randomness: a hasher under a key of its own.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Which directory it is, whatever its name.
#[derive(Debug, PartialEq, Eq)]
struct Identity {
    #[cfg(unix)]
    device: u64,
    #[cfg(unix)]
    inode: u64,
}

impl Identity {
    /// Of a real directory; a link to one is an error.
    fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::symlink_metadata(path)?;
        if !metadata.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self {
            #[cfg(unix)]
            device: std::os::unix::fs::MetadataExt::dev(&metadata),
            #[cfg(unix)]
            inode: std::os::unix::fs::MetadataExt::ino(&metadata),
        })
    }
}
