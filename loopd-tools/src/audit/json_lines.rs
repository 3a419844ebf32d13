//! Audit records in a file, one a line.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{AuditRecord, AuditSink};

/// Audit records as JSON Lines: one record a line, appended to a file that is private to its owner
/// (mode 0600).
///
/// The file may be renamed, removed or cut short at any time, as programs that rotate logs do: the
/// next record goes to the file that has the path then, which is made where it is missing. A
/// line that another process was killed in is ended before the next one. Processes may share the
/// file: each line is one write to its end.
#[derive(Debug)]
pub struct JsonLines {
    path: PathBuf,
    /// None after a write that failed: it may have left half a line.
    file: Mutex<Option<File>>,
}

impl JsonLines {
    /// Appends to the file at `path`.
    ///
    /// # Errors
    ///
    /// If the file can't be opened or made.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = std::path::absolute(path)?;
        let file = open(&path)?;
        Ok(Self {
            path,
            file: Mutex::new(Some(file)),
        })
    }

    /// A poisoned lock is taken over: it guards a handle.
    fn file(&self) -> MutexGuard<'_, Option<File>> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AuditSink for JsonLines {
    fn record(&self, record: &AuditRecord) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        let mut place = self.file();
        let mut file = match place.take() {
            Some(file) if is_at(&file, &self.path) => file,
            _ => open(&self.path)?,
        };
        file.write_all(&line)?;
        *place = Some(file);
        Ok(())
    }
}

/// Opens the file at its end, which is the end of a line.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true).read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    if !ends_a_line(&mut file)? {
        file.write_all(b"\n")?;
    }
    Ok(file)
}

fn ends_a_line(file: &mut File) -> io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == [b'\n'])
}

/// Whether the path still names the open file.
fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(named)) = (file.metadata(), path.metadata()) else {
        return false;
    };
    is_same(&open, &named)
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Elsewhere an open file can't be renamed by others.
#[cfg(not(unix))]
fn is_same(_one: &Metadata, _other: &Metadata) -> bool {
    true
}
