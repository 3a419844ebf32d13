//! HTTP by hand.

use std::net::SocketAddr;

use loopd_tools::mcp::{HttpOptions, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::soon;

/// A server that listens.
pub(crate) struct Listening {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    pub(crate) serving: JoinHandle<()>,
}

impl Listening {
    pub(crate) async fn of(server: Server, options: HttpOptions) -> Self {
        let server = server.listen(options).await.unwrap();
        let address = server.address();
        assert_eq!(server.url(), format!("http://{address}/mcp"));
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(server.serve(async {
            let _ = stopped.await;
        }));
        Self {
            address,
            stop: Some(stop),
            serving,
        }
    }

    pub(crate) fn stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Sends a message; `headers` are lines of their own.
    pub(crate) async fn post(&self, headers: &str, message: &Value) -> Answer {
        post(self.address, headers, message).await
    }

    pub(crate) async fn send(&self, what: &str, headers: &str, body: &str) -> Answer {
        send(self.address, what, headers, body).await
    }

    /// Begins a session; gives the header of its requests.
    pub(crate) async fn session(&self, headers: &str) -> String {
        let answer = self.post(headers, &initialize()).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let id = answer.header("mcp-session-id").expect("a session");
        let headers = format!("{headers}Mcp-Session-Id: {id}\r\n");
        let done = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let answer = self.post(&headers, &done).await;
        assert_eq!(answer.status, 202, "{answer:?}");
        headers
    }
}

pub(crate) fn initialize() -> Value {
    request(
        "initialize",
        json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "by-hand", "version": "0"},
        }),
    )
}

pub(crate) fn request(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

pub(crate) fn call(name: &str, arguments: Value) -> Value {
    request("tools/call", json!({"name": name, "arguments": arguments}))
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Self {
            status: status.unwrap_or(0),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    /// The answer among the events of a stream.
    pub(crate) fn message(&self) -> Value {
        let data = self
            .body
            .lines()
            .filter_map(|line| line.strip_prefix("data: "));
        let mut messages = data.filter_map(|data| serde_json::from_str::<Value>(data).ok());
        messages
            .find(|m| m["id"] == 1)
            .unwrap_or_else(|| panic!("{self:?}"))
    }
}

/// Sends a message; `headers` are lines of their own.
pub(crate) async fn post(address: SocketAddr, headers: &str, message: &Value) -> Answer {
    send(address, "POST /mcp", headers, &message.to_string()).await
}

/// Sends a request, method and path being `what`, and reads all of the answer.
pub(crate) async fn send(address: SocketAddr, what: &str, headers: &str, body: &str) -> Answer {
    let host = if headers.contains("Host:") {
        String::new()
    } else {
        format!("Host: {}\r\n", address)
    };
    let request = format!(
        "{what} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\
         Accept: application/json, text/event-stream\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A server that refuses a long body may hang up on the rest of it.
    let _ = soon("an answer", stream.read_to_end(&mut answer)).await;
    Answer::read(&String::from_utf8_lossy(&answer))
}
