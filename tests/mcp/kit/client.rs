//! A client by hand.

use std::collections::VecDeque;

use loopd_tools::mcp::{ServeError, Server};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::soon;

/// A client by hand, connected to a server.
pub(crate) struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    next: u64,
    /// What came while something else was waited for.
    waiting: VecDeque<Value>,
    stop: Option<oneshot::Sender<()>>,
    pub(crate) serving: JoinHandle<Result<(), ServeError>>,
}

impl Client {
    /// Connects, with nothing said yet.
    pub(crate) fn silent(server: Server) -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (reader, writer) = tokio::io::split(theirs);
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(server.serve_io(reader, writer, async {
            if stopped.await.is_err() {
                std::future::pending::<()>().await;
            }
        }));
        let (reader, writer) = tokio::io::split(ours);
        Self {
            lines: BufReader::new(reader).lines(),
            writer,
            next: 0,
            waiting: VecDeque::new(),
            stop: Some(stop),
            serving,
        }
    }

    /// Connects and shakes hands, in the revision 2025-11-25.
    pub(crate) async fn of(server: Server) -> Self {
        let mut client = Self::silent(server);
        let capabilities = json!({"sampling": {}, "elicitation": {}});
        let answer = client.initialize("2025-11-25", capabilities).await;
        assert!(answer["result"].is_object(), "{answer}");
        client
    }

    pub(crate) async fn initialize(&mut self, version: &str, capabilities: Value) -> Value {
        let params = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "clientInfo": {"name": "by-hand", "version": "0"},
        });
        let answer = self.request("initialize", params).await;
        self.notify("notifications/initialized", json!({})).await;
        answer
    }

    /// Sends a request; gives its id.
    pub(crate) async fn send(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let id = self.next;
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        id
    }

    /// Sends a request and gives the whole answer to it.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        self.answer(id).await
    }

    /// Calls a tool and gives the whole answer.
    pub(crate) async fn call(&mut self, name: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({"name": name, "arguments": arguments}))
            .await
    }

    /// The list of tools, page by page.
    pub(crate) async fn tools(&mut self) -> Vec<Value> {
        let (mut tools, mut cursor) = (Vec::new(), Value::Null);
        loop {
            let params = match &cursor {
                Value::Null => json!({}),
                cursor => json!({"cursor": cursor}),
            };
            let answer = self.request("tools/list", params).await;
            let page = answer["result"]["tools"].as_array();
            tools.extend(page.unwrap_or_else(|| panic!("{answer}")).iter().cloned());
            cursor = answer["result"]["nextCursor"].clone();
            if cursor.is_null() {
                return tools;
            }
        }
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
            .await;
    }

    pub(crate) async fn respond(&mut self, id: &Value, result: Value) {
        self.write(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
            .await;
    }

    async fn write(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.writer.write_all(line.as_bytes()).await.unwrap();
    }

    /// The answer to a request.
    pub(crate) async fn answer(&mut self, id: u64) -> Value {
        self.next_that(&format!("the answer {id}"), |message| {
            message["id"] == id && message.get("method").is_none()
        })
        .await
    }

    /// The next message of a method.
    pub(crate) async fn message(&mut self, method: &str) -> Value {
        self.next_that(method, |message| message["method"] == method)
            .await
    }

    async fn next_that(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.waiting.iter().position(&wanted) {
            return self.waiting.remove(place).unwrap();
        }
        loop {
            let message = soon(what, self.read()).await;
            let message = message.unwrap_or_else(|| panic!("no {what}: the server hung up"));
            if wanted(&message) {
                return message;
            }
            self.waiting.push_back(message);
        }
    }

    /// The next message; none once the server has hung up.
    pub(crate) async fn read(&mut self) -> Option<Value> {
        let line = self.lines.next_line().await.unwrap()?;
        Some(serde_json::from_str(&line).unwrap_or_else(|_| panic!("no JSON: {line}")))
    }

    /// What came while something else was waited for.
    pub(crate) fn came(&self, method: &str) -> usize {
        let of = |message: &&Value| message["method"] == method;
        self.waiting.iter().filter(of).count()
    }

    /// Says no more; what is still to come can be read.
    pub(crate) async fn hang_up(&mut self) {
        self.writer.shutdown().await.unwrap();
    }

    /// Tells the server to end.
    pub(crate) fn stop(&mut self) {
        let stop = self.stop.take().unwrap();
        stop.send(()).unwrap();
    }
}
