//! Worker processes, which come and go.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

pub(crate) struct Crew {
    address: String,
    ledger: PathBuf,
    workers: Vec<Child>,
    next: usize,
}

impl Crew {
    pub(crate) fn start(size: usize, address: &str, ledger: &Path) -> Self {
        let mut crew = Self {
            address: address.to_owned(),
            ledger: ledger.to_owned(),
            workers: Vec::new(),
            next: 0,
        };
        for _ in 0..size {
            let worker = crew.spawn();
            crew.workers.push(worker);
        }
        crew
    }

    /// Kills the next worker where it stands, and starts another.
    pub(crate) fn kill(&mut self) {
        let place = self.place();
        self.workers[place].kill().unwrap();
        self.workers[place].wait().unwrap();
        self.workers[place] = self.spawn();
    }

    /// Ends the next worker in order, and starts another.
    pub(crate) fn drain(&mut self) {
        let place = self.place();
        drop(self.workers[place].stdin.take());
        let status = self.workers[place].wait().unwrap();
        assert!(status.success(), "a worker that drains: {status}");
        self.workers[place] = self.spawn();
    }

    fn place(&mut self) -> usize {
        self.next = (self.next + 1) % self.workers.len();
        self.next
    }

    fn spawn(&self) -> Child {
        let mut worker = Command::new(std::env::current_exe().unwrap())
            .args(["worker", &self.address])
            .arg(&self.ledger)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(worker.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        worker
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}
