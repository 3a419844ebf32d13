//! Putting a new file in the place of an old one, so that at any moment there is one of the two.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::RulesError;

/// How long another writer is waited for: each holds the lock for one write.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long between two tries to take the lock.
const PAUSE: Duration = Duration::from_millis(2);

/// What the names of unfinished files end in.
const UNFINISHED: &str = ".unfinished";

/// The right to write beside nobody else. Ends with its drop, and with the process.
pub(super) struct Lock {
    _file: File,
}

/// Waits for the lock of `path`, which is a file beside it.
pub(super) fn lock(path: &Path) -> Result<Lock, RulesError> {
    let path = beside(path, ".lock");
    let mut options = OpenOptions::new();
    options.create(true).write(true).truncate(false);
    let file = private(&mut options).open(&path);
    let file = file.map_err(RulesError::io(&path, "opening"))?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => {
                let seconds = PATIENCE.as_secs();
                return Err(RulesError::Busy { path, seconds });
            }
            Err(TryLockError::Error(error)) => {
                return Err(RulesError::io(&path, "locking")(error));
            }
        }
    }
}

/// Puts a file with `text` in the place of `path`. If the process or the machine ends on the way,
/// the old file is there or the new one.
pub(super) fn replace(path: &Path, text: &[u8], _lock: &Lock) -> Result<(), RulesError> {
    let directory = path.parent().unwrap_or(Path::new("."));
    sweep(path, directory);
    let name = path.file_name().unwrap_or_default();
    let (unfinished, mut file) = temporary(directory, &name.to_string_lossy())?;
    let written = file.write_all(text).and_then(|()| file.sync_all());
    drop(file);
    let renamed = written.and_then(|()| fs::rename(&unfinished, path));
    if let Err(error) = renamed {
        let _ = fs::remove_file(&unfinished);
        return Err(RulesError::io(path, "writing")(error));
    }
    // The new name is on the disk when the directory is.
    sync_directory(directory).map_err(RulesError::io(directory, "writing"))
}

/// A new file that nobody else can read.
pub(super) fn temporary(directory: &Path, name: &str) -> Result<(PathBuf, File), RulesError> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("{name}.{}-{number}{UNFINISHED}", std::process::id());
    let path = directory.join(name);
    let mut options = OpenOptions::new();
    let file = private(options.create_new(true).write(true)).open(&path);
    let file = file.map_err(RulesError::io(&path, "making"))?;
    Ok((path, file))
}

/// Removes what a writer left that was ended on its way. Under the lock nobody is on the way.
fn sweep(path: &Path, directory: &Path) {
    let Some(name) = path.file_name().and_then(OsStr::to_str) else {
        return;
    };
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let left = entry.file_name();
        let rest = left
            .to_str()
            .and_then(|left| left.strip_prefix(name)?.strip_prefix('.'));
        if rest.is_some_and(|rest| rest.ends_with(UNFINISHED)) {
            // A file that can't be removed is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(ending);
    beside.into()
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

#[cfg(unix)]
fn sync_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_directory: &Path) -> io::Result<()> {
    Ok(())
}
