//! A server, a worker and a port, and tools that tell what the tests want to know.

use std::sync::Arc;
use std::time::Duration;

use loopd_tools::nats::async_nats::{self, Client};
use loopd_tools::nats::{CallError, Directory, Port, Reply, Worker};
use loopd_tools::{
    Broker, CallContext, Context, Echo, FnTool, Hints, Run, Tool, ToolError, ToolOutput,
    ToolRequest, ToolResponse, Toolbox,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::server::Server;

/// Tells which call it is.
#[derive(Tool, Deserialize)]
pub(crate) struct Whoami;

impl Run for Whoami {
    async fn run(self, cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(format!("{}|{}", cx.session_id(), cx.call_id()).into())
    }
}

/// Counts its runs, and waits until it may end.
#[derive(Tool, Deserialize)]
#[tool(concurrent, state = Gate)]
pub(crate) struct Wait;

pub(crate) struct Gate {
    pub(crate) begun: Semaphore,
    pub(crate) may_end: Semaphore,
    pub(crate) called_off: Semaphore,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            begun: Semaphore::new(0),
            may_end: Semaphore::new(0),
            called_off: Semaphore::new(0),
        }
    }
}

impl Run for Wait {
    async fn run(self, cx: Context<'_, Gate>) -> Result<ToolOutput, ToolError> {
        let gate = cx.state();
        gate.begun.add_permits(1);
        let ended = cx.cancellation().race(gate.may_end.acquire()).await;
        match ended {
            Ok(permit) => permit.unwrap().forget(),
            Err(error) => {
                gate.called_off.add_permits(1);
                return Err(error);
            }
        }
        Ok("waited".into())
    }
}

/// The same, for what may be repeated.
#[derive(Tool, Deserialize)]
#[tool(concurrent, idempotent, state = Gate)]
pub(crate) struct WaitAgain;

impl Run for WaitAgain {
    async fn run(self, cx: Context<'_, Gate>) -> Result<ToolOutput, ToolError> {
        Wait.run(cx).await
    }
}

/// A tool that a test names.
pub(crate) fn named(name: &str, description: &str) -> FnTool {
    let none = json!({"type": "object", "properties": {}});
    let ran = |_: Value, _: &CallContext| "ran".to_owned();
    let hints = Hints::default().with_read_only(true);
    let tool = FnTool::sync(name, description, none, ran).unwrap();
    tool.with_definition(|definition| definition.with_hints(hints))
}

pub(crate) fn tools(gate: &Arc<Gate>) -> Toolbox {
    let toolbox = Toolbox::new();
    toolbox.register(Echo::tool()).unwrap();
    toolbox.register(Whoami::tool()).unwrap();
    toolbox.register(Wait::with(Arc::clone(gate))).unwrap();
    toolbox.register(WaitAgain::with(Arc::clone(gate))).unwrap();
    toolbox
}

pub(crate) fn broker(toolbox: Toolbox) -> Broker {
    Broker::builder(toolbox).build().unwrap()
}

pub(crate) async fn connect(server: &Server) -> Client {
    async_nats::connect(server.address()).await.unwrap()
}

pub(crate) async fn worker(server: &Server, toolbox: Toolbox) -> Worker {
    Worker::builder(connect(server).await, broker(toolbox))
        .beat(Duration::from_millis(100))
        .start()
        .await
        .unwrap()
}

/// A server, one worker with all tools, and a port that follows it.
pub(crate) struct Setup {
    pub(crate) port: Port,
    pub(crate) directory: Directory,
    pub(crate) gate: Arc<Gate>,
    pub(crate) toolbox: Toolbox,
    pub(crate) worker: Worker,
    pub(crate) client: Client,
    pub(crate) server: Server,
}

impl Setup {
    pub(crate) async fn new() -> Self {
        let server = Server::start();
        let gate = Arc::new(Gate::default());
        let toolbox = tools(&gate);
        let worker = worker(&server, toolbox.clone()).await;
        let client = connect(&server).await;
        let directory = Directory::builder(client.clone()).start().await.unwrap();
        let port = Port::builder(client.clone())
            .directory(&directory)
            .start()
            .await
            .unwrap();
        Self {
            port,
            directory,
            gate,
            toolbox,
            worker,
            client,
            server,
        }
    }
}

pub(crate) fn request(tool: &str, arguments: &str) -> ToolRequest {
    ToolRequest {
        tool: tool.to_owned(),
        arguments: arguments.to_owned(),
    }
}

pub(crate) async fn call(port: &Port, tool: &str, arguments: &str) -> Result<Reply, CallError> {
    port.request(&request(tool, arguments), &CallContext::new())
        .await
}

pub(crate) fn text(reply: Result<Reply, CallError>) -> String {
    match reply.unwrap().response {
        ToolResponse::Result { text, .. } => text,
        other => panic!("{other:?}"),
    }
}
