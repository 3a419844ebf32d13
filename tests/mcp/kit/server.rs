//! A server by hand.

use std::sync::{Arc, Mutex};

use loopd_tools::mcp::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::broadcast;

/// What a server by hand says.
#[derive(Debug, Clone)]
pub(crate) enum Said {
    /// The result of a request.
    Result(Value),
    /// An error.
    Error(i64, &'static str),
    /// Nothing, for ever.
    Nothing,
    /// Lines before the answer.
    First(Vec<Value>, Box<Said>),
    /// It dies.
    Death,
}

type Answer = dyn Fn(&Value) -> Said + Send + Sync;

/// A server by hand: it lists what it is told to list and answers calls by a closure.
#[derive(Clone)]
pub(crate) struct Scripted {
    inner: Arc<Inner>,
}

struct Inner {
    tools: Mutex<Value>,
    answer: Box<Answer>,
    /// All that clients have sent.
    heard: Mutex<Vec<Value>>,
    /// Lines for all connections; null is death.
    push: broadcast::Sender<Value>,
    /// Whether connections are refused.
    closed: Mutex<bool>,
    connections: Mutex<usize>,
}

impl Scripted {
    pub(crate) fn new(
        tools: Value,
        answer: impl Fn(&Value) -> Said + Send + Sync + 'static,
    ) -> Self {
        Self {
            inner: Arc::new(Inner {
                tools: Mutex::new(tools),
                answer: Box::new(answer),
                heard: Mutex::default(),
                push: broadcast::Sender::new(64),
                closed: Mutex::new(false),
                connections: Mutex::new(0),
            }),
        }
    }

    /// A server whose calls all answer `text`.
    pub(crate) fn saying(tools: Value, text: &'static str) -> Self {
        Self::new(tools, move |_| {
            Said::Result(json!({"content": [{"type": "text", "text": text}]}))
        })
    }

    pub(crate) fn transport(&self) -> Transport {
        let server = self.clone();
        Transport::streams(move || {
            let server = server.clone();
            async move {
                if *server.inner.closed.lock().unwrap() {
                    return Err(std::io::Error::other("nobody is there"));
                }
                *server.inner.connections.lock().unwrap() += 1;
                let (ours, theirs) = tokio::io::duplex(64 * 1024);
                tokio::spawn(server.serve(ours));
                Ok(tokio::io::split(theirs))
            }
        })
    }

    /// Lists something else from now on, and says so.
    pub(crate) fn list(&self, tools: Value) {
        *self.inner.tools.lock().unwrap() = tools;
        self.say(json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
    }

    /// Lists something else from now on, and says nothing.
    pub(crate) fn list_quietly(&self, tools: Value) {
        *self.inner.tools.lock().unwrap() = tools;
    }

    pub(crate) fn say(&self, message: Value) {
        let _ = self.inner.push.send(message);
    }

    /// All connections end.
    pub(crate) fn die(&self) {
        self.say(Value::Null);
    }

    /// Whether new connections are refused.
    pub(crate) fn set_closed(&self, closed: bool) {
        *self.inner.closed.lock().unwrap() = closed;
    }

    pub(crate) fn connections(&self) -> usize {
        *self.inner.connections.lock().unwrap()
    }

    /// The messages of a method that clients have sent.
    pub(crate) fn heard(&self, method: &str) -> Vec<Value> {
        let heard = self.inner.heard.lock().unwrap();
        heard
            .iter()
            .filter(|message| message["method"] == method)
            .cloned()
            .collect()
    }

    async fn serve(self, stream: DuplexStream) {
        let mut push = self.inner.push.subscribe();
        let (reader, mut writer) = tokio::io::split(stream);
        let mut lines = BufReader::new(reader).lines();
        loop {
            let message: Value = tokio::select! {
                line = lines.next_line() => match line {
                    Ok(Some(line)) => serde_json::from_str(&line).unwrap(),
                    _ => return,
                },
                pushed = push.recv() => match pushed {
                    Ok(Value::Null) | Err(_) => return,
                    Ok(message) => {
                        write(&mut writer, &message).await;
                        continue;
                    }
                },
            };
            self.inner.heard.lock().unwrap().push(message.clone());
            let Some(id) = message.get("id") else {
                continue;
            };
            if !self.answer(&mut writer, id, self.said(&message)).await {
                return;
            }
        }
    }

    fn said(&self, message: &Value) -> Said {
        match message["method"].as_str() {
            Some("initialize") => Said::Result(json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {"listChanged": true}},
                "serverInfo": {"name": "scripted", "version": "0"},
            })),
            Some("tools/list") => Said::Result(self.inner.tools.lock().unwrap().clone()),
            Some("tools/call") => (self.inner.answer)(message),
            _ => Said::Error(-32601, "no such method"),
        }
    }

    /// Answers a request. False if the server dies of it.
    async fn answer(
        &self,
        writer: &mut tokio::io::WriteHalf<DuplexStream>,
        id: &Value,
        mut said: Said,
    ) -> bool {
        if let Said::First(lines, then) = said {
            for line in lines {
                write(writer, &line).await;
            }
            said = *then;
        }
        let answer = match said {
            Said::Result(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Said::Error(code, message) => {
                json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
            }
            Said::Nothing | Said::First(..) => return true,
            Said::Death => return false,
        };
        write(writer, &answer).await;
        true
    }
}

async fn write(writer: &mut tokio::io::WriteHalf<DuplexStream>, message: &Value) {
    let line = format!("{message}\n");
    let _ = writer.write_all(line.as_bytes()).await;
}
