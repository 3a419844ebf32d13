//! A file to which workers append the number of each call that they run.

use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

pub(crate) struct Ledger(File);

impl Ledger {
    pub(crate) fn open(path: &Path) -> Self {
        let file = File::options().create(true).append(true).open(path);
        Self(file.unwrap())
    }

    /// One write, which a process that is killed has done or not done.
    pub(crate) fn append(&self, number: u64) -> std::io::Result<()> {
        (&self.0).write_all(format!("{number}\n").as_bytes())
    }
}

/// How often each number is there.
pub(crate) fn read(path: &Path) -> HashMap<u64, u32> {
    let mut counts = HashMap::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        *counts.entry(line.parse().unwrap()).or_default() += 1;
    }
    counts
}
