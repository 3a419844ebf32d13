//! A server on loopback that answers each request with what it was told to answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

/// What `/props` of a server says whose template has a place for tools.
pub(crate) fn props(supports_tools: bool) -> (u16, String) {
    let props = json!({"chat_template_caps": {"supports_tools": supports_tools}});
    (200, props.to_string())
}

/// The body of a chat completion with this message.
pub(crate) fn completion(message: &Value, finish_reason: &str) -> (u16, String) {
    let choice = json!({"index": 0, "finish_reason": finish_reason, "message": message});
    let body = json!({"object": "chat.completion", "model": "peer", "choices": [choice]});
    (200, body.to_string())
}

/// A message in words.
pub(crate) fn words(content: &str) -> (u16, String) {
    completion(&json!({"role": "assistant", "content": content}), "stop")
}

/// A call as it stands in a message.
pub(crate) fn call(id: &str, name: &str, arguments: &str) -> Value {
    json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
}

/// A message with these calls.
pub(crate) fn calls(calls: &[Value]) -> (u16, String) {
    let message = json!({"role": "assistant", "content": null, "tool_calls": calls});
    completion(&message, "tool_calls")
}

/// The server.
pub(crate) struct Peer {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<(String, String)>>>,
}

impl Peer {
    /// A server that says yes to tools and then gives these answers, one a request. After the last
    /// one it closes connections without a word.
    pub(crate) fn new(answers: Vec<(u16, String)>) -> Self {
        let mut all = vec![props(true)];
        all.extend(answers);
        Self::bare(all)
    }

    /// A server that gives these answers and no others.
    pub(crate) fn bare(answers: Vec<(u16, String)>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        thread::spawn(move || {
            let mut answers = answers.into_iter();
            while let Ok((stream, _)) = listener.accept() {
                serve(&stream, &mut answers, &seen);
            }
        });
        Self { url, requests }
    }

    /// The bodies of the chat requests so far.
    pub(crate) fn chats(&self) -> Vec<Value> {
        self.bodies()
            .iter()
            .map(|body| serde_json::from_str(body).unwrap())
            .collect()
    }

    /// The bodies of the chat requests so far, as text.
    pub(crate) fn bodies(&self) -> Vec<String> {
        let requests = self.requests.lock().unwrap();
        let chats = requests
            .iter()
            .filter(|(path, _)| path == "/v1/chat/completions");
        chats.map(|(_, body)| body.clone()).collect()
    }
}

fn serve(
    stream: &TcpStream,
    answers: &mut dyn Iterator<Item = (u16, String)>,
    seen: &Mutex<Vec<(String, String)>>,
) {
    let mut reader = BufReader::new(stream);
    let Some(request) = read(&mut reader) else {
        return;
    };
    seen.lock().unwrap().push(request);
    if let Some((status, body)) = answers.next() {
        let head = format!(
            "HTTP/1.1 {status} x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n",
            body.len()
        );
        // A client that has gone is no matter here.
        let mut writer = stream;
        let _ = writer.write_all(&[head.as_bytes(), body.as_bytes()].concat());
    }
}

/// Path and body of a request.
fn read(reader: &mut dyn BufRead) -> Option<(String, String)> {
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let path = first.split(' ').nth(1)?.to_owned();
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = String::new();
    reader.take(length).read_to_string(&mut body).ok()?;
    Some((path, body))
}
