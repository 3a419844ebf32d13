//! Rules in a file.

use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{RuleBook, RuleStore, RulesError, guard, replace};

/// Rules in one file, which people can read and mend.
///
/// The file is private to its owner (mode 0600), in a directory that nobody else can write to; if
/// it is not, is a link, or can't be read as rules, loading is an error that names the fix. A file
/// that is not there yet is no rules. Every change is made under a lock on a file beside it and
/// takes the place of the old one as a whole, so that processes can share the file and one that
/// is killed leaves the old file or the new one.
///
/// Loading reads the file, storing writes it and waits for the disk: both on the thread that asks.
#[derive(Debug)]
pub struct RulesFile {
    path: PathBuf,
    directory: PathBuf,
    /// What was read last, so that the same text is not parsed again.
    last: Mutex<Option<Read>>,
}

#[derive(Debug, Clone)]
struct Read {
    text: Vec<u8>,
    book: Arc<RuleBook>,
}

impl RulesFile {
    /// The rules in the file at `path`. A missing directory is made, private to its owner.
    ///
    /// # Errors
    ///
    /// If the rules can't be used.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, RulesError> {
        let path = path.as_ref();
        let error = |error| RulesError::io(path, "opening")(error);
        let path = std::path::absolute(path).map_err(error)?;
        let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(error(io::Error::other("the path names no file")));
        };
        make_directory(directory).map_err(RulesError::io(directory, "making"))?;
        let directory = directory.canonicalize();
        let directory = directory.map_err(RulesError::io(&path, "opening"))?;
        let rules = Self {
            path: directory.join(name),
            directory,
            last: Mutex::new(None),
        };
        rules.load()?;
        Ok(rules)
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A poisoned lock is taken over: it guards a whole value.
    fn last(&self) -> MutexGuard<'_, Option<Read>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the file again: who else writes it tells nobody.
    fn read(&self) -> Result<Arc<RuleBook>, RulesError> {
        let user = guard::user(&self.directory)?;
        guard::check_directory(&self.directory, user)?;
        let Some(text) = guard::read(&self.path, user)? else {
            return Ok(Arc::default());
        };
        let last = self.last().clone();
        if let Some(last) = last.filter(|last| last.text == text) {
            return Ok(last.book);
        }
        let book = RuleBook::from_json(&text).map_err(|reason| self.malformed(reason))?;
        let book = Arc::new(book);
        *self.last() = Some(Read {
            text,
            book: Arc::clone(&book),
        });
        Ok(book)
    }

    fn malformed(&self, reason: String) -> RulesError {
        RulesError::Malformed {
            path: self.path.clone(),
            reason,
        }
    }
}

impl RuleStore for RulesFile {
    fn load(&self) -> Result<Arc<RuleBook>, RulesError> {
        self.read()
    }

    fn change(&self, change: &mut dyn FnMut(&mut RuleBook)) -> Result<(), RulesError> {
        let lock = replace::lock(&self.path)?;
        let mut book = RuleBook::clone(&*self.read()?);
        change(&mut book);
        let text = book.into_json().map_err(|reason| self.malformed(reason))?;
        replace::replace(&self.path, &text, &lock)
    }
}

fn make_directory(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "modes are for unix"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}
