//! A real server on a port of its own, which ends with the value.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

pub(crate) struct Server {
    process: Child,
    port: u16,
    directory: PathBuf,
    arguments: Vec<String>,
}

/// The program: `tests/nats/run` says where it is.
fn program() -> PathBuf {
    let path = std::env::var_os("NATS_SERVER");
    path.expect("NATS_SERVER is not set; `tests/nats/run` installs a server and runs these tests")
        .into()
}

/// A folder of its own under the build's.
pub(crate) fn folder(name: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tmp/nats");
    let folder = base.join(format!("{name}-{}-{number}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

impl Server {
    /// A server with JetStream.
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    /// A server with a configuration.
    pub(crate) fn configured(configuration: &str) -> Self {
        let path = folder("configuration").join("server.conf");
        fs::write(&path, configuration).unwrap();
        let server = Self::with(&["-c", path.to_str().unwrap()]);
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
        server
    }

    fn with(arguments: &[&str]) -> Self {
        let directory = folder("server");
        let ports = directory.to_str().unwrap();
        let mut all = vec!["-a", "127.0.0.1", "--ports_file_dir", ports];
        all.extend(["-js", "-sd", ports]);
        all.extend(arguments);
        let arguments: Vec<String> = all.into_iter().map(str::to_owned).collect();
        let process = run(&arguments, -1, &directory);
        let port = port_of(&directory, &process);
        Self {
            process,
            port,
            directory,
            arguments,
        }
    }

    pub(crate) fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Kills the server, and starts it again on the same port after `down`.
    pub(crate) fn restart(&mut self, down: Duration) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        sleep(down);
        self.process = run(&self.arguments, i32::from(self.port), &self.directory);
    }

    /// How much memory the server has, in KiB.
    pub(crate) fn resident_kib(&self) -> u64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = fs::read_to_string(path).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let words = line.and_then(|line| line.split_whitespace().nth(1));
        words.and_then(|kib| kib.parse().ok()).unwrap()
    }
}

fn run(arguments: &[String], port: i32, directory: &Path) -> Child {
    let log = fs::File::options()
        .create(true)
        .append(true)
        .open(directory.join("log"))
        .unwrap();
    Command::new(program())
        .args(arguments)
        .args(["-p", &port.to_string()])
        // Of the configuration in docs/nats.md.
        .envs([
            ("WORKER_PASSWORD", "of-a-worker"),
            ("HOST_PASSWORD", "of-a-host"),
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .expect("the server can't be started")
}

/// The port that the server has chosen. It writes it into a file.
fn port_of(directory: &Path, process: &Child) -> u16 {
    for _ in 0..1000 {
        let file = directory.join(format!("nats-server_{}.ports", process.id()));
        let text = fs::read_to_string(file).unwrap_or_default();
        // {"nats":["nats://127.0.0.1:4222"], ...}
        let port = text.split("127.0.0.1:").nth(1);
        let digits = port.and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
        if let Some(port) = digits.and_then(|digits| digits.parse().ok()) {
            return port;
        }
        sleep(Duration::from_millis(10));
    }
    let log = fs::read_to_string(directory.join("log")).unwrap_or_default();
    panic!("the server has not started:\n{log}");
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.directory);
    }
}
