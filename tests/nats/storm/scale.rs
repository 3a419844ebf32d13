//! The numbers of docs/scale.md: what many tools and many workers cost, on one machine.

use std::time::{Duration, Instant};

use loopd_tools::nats::async_nats::{self, Client};
use loopd_tools::nats::{Claims, Directory, Port, Worker};
use loopd_tools::{
    Broker, CallContext, CallLimits, DynTool, FnTool, Hints, Limits, ToolRequest, Toolbox,
};
use serde_json::{Value, json};

use crate::server::Server;

const KIB: usize = 1024;

pub(crate) async fn run() {
    let server = Server::start();
    directory(&server).await;
    payloads(&server).await;
    drop(server);
    crowd().await;
}

/// A tool with five documented parameters.
fn tool(number: usize) -> FnTool {
    let property = |kind: &str, words: &str| json!({"type": kind, "description": words});
    let parameters = json!({
        "type": "object",
        "properties": {
            "query": property("string", "Words that the documents hold."),
            "kind": {"type": "string", "enum": ["note", "page", "issue", "message"],
                     "description": "What kind of document to look for."},
            "after": property("string", "The day from which on, as 2026-01-31."),
            "limit": property("integer", "How many documents are returned at the most."),
            "exact": property("boolean", "Whether the words must be there as they are."),
        },
        "required": ["query"],
        "additionalProperties": false,
    });
    let description = "Searches the documents of a project by words, kind and date, and returns \
                       the ones that fit best with a short extract of each.";
    let run = |_: Value, _: &CallContext| String::new();
    let hints = Hints::default().with_read_only(true);
    let tool = FnTool::sync(format!("tool_{number}"), description, parameters, run).unwrap();
    tool.with_definition(|definition| definition.with_hints(hints))
}

fn toolbox(tools: usize) -> Toolbox {
    let toolbox = Toolbox::new();
    for number in 0..tools {
        toolbox.register(tool(number)).unwrap();
    }
    toolbox
}

fn broker(toolbox: Toolbox) -> Broker {
    Broker::builder(toolbox).build().unwrap()
}

async fn connect(server: &Server) -> Client {
    async_nats::connect(server.address()).await.unwrap()
}

async fn directory(server: &Server) {
    const TOOLS: usize = 10_000;
    let bytes = serde_json::to_string(tool(TOOLS).definition())
        .unwrap()
        .len()
        + 1;
    println!("announced: {bytes} bytes a tool");
    let begun = Instant::now();
    let toolbox = toolbox(TOOLS);
    println!("toolbox of {TOOLS} tools: {:.0} ms", millis(begun));
    let begun = Instant::now();
    let client = connect(server).await;
    let worker = Worker::builder(client, broker(toolbox)).group("many");
    let worker = worker.start().await.unwrap();
    println!("worker announces them: {:.0} ms", millis(begun));
    let client = connect(server).await;
    let mut times = Vec::new();
    for _ in 0..5 {
        let begun = Instant::now();
        let listen = Duration::ZERO;
        let directory = Directory::builder(client.clone())
            .listen(listen)
            .start()
            .await
            .unwrap();
        while directory.registry().len() < TOOLS {
            let seen = directory.view().version();
            directory.changed(seen).await.unwrap();
        }
        times.push(millis(begun));
        let registry = directory.registry();
        let begun = Instant::now();
        assert_eq!(registry.find("tool_77").len(), 111);
        times.push(millis(begun));
    }
    let ping = client.request("$SRV.PING", "".into()).await.unwrap();
    let info = client.request("$SRV.INFO", "".into()).await.unwrap();
    println!(
        "directory of {TOOLS} tools: {:.0} ms at best; find in it: {:.1} ms; PING {} bytes, INFO {} bytes",
        least(times.iter().step_by(2)),
        least(times.iter().skip(1).step_by(2)),
        ping.payload.len(),
        info.payload.len(),
    );
    worker.drain().await;
}

async fn payloads(server: &Server) {
    let toolbox = Toolbox::new();
    let parameters = json!({"type": "object", "properties": {"text": {"type": "string"}}});
    let length = |arguments: Value, _: &CallContext| {
        let text = arguments["text"].as_str();
        text.map_or(0, str::len).to_string()
    };
    let tool = FnTool::sync("measure", "Counts characters.", parameters, length).unwrap();
    toolbox.register(tool).unwrap();
    let broker = Broker::builder(toolbox)
        .argument_limits(Limits::default().with_bytes(64 * KIB * KIB))
        .limits(CallLimits::default())
        .build()
        .unwrap();
    let client = connect(server).await;
    let claims = Claims::open(&client, "scale").await.unwrap();
    let worker = Worker::builder(connect(server).await, broker)
        .claims(claims.clone())
        .start()
        .await
        .unwrap();
    let port = Port::builder(client)
        .repeatable(["measure"])
        .claims(claims)
        .start()
        .await
        .unwrap();
    for kib in [0, 16, 256, 1000, 1100, 4096, 16_384] {
        let request = ToolRequest {
            tool: "measure".to_owned(),
            arguments: json!({"text": "x".repeat(kib * KIB)}).to_string(),
        };
        let mut times = Vec::new();
        for _ in 0..10 {
            let begun = Instant::now();
            port.request(&request, &CallContext::new()).await.unwrap();
            times.push(millis(begun));
        }
        println!(
            "a call with {kib} KiB: {:.2} ms at best",
            least(times.iter())
        );
    }
    worker.drain().await;
}

/// A thousand workers with one toolbox of a hundred tools.
async fn crowd() {
    const WORKERS: usize = 1000;
    let server = Server::start();
    let begun = Instant::now();
    let toolbox = toolbox(100);
    let mut workers = Vec::new();
    let empty = server.resident_kib();
    for _ in 0..WORKERS {
        let client = connect(&server).await;
        let worker = Worker::builder(client, broker(toolbox.clone()));
        workers.push(worker.start().await.unwrap());
    }
    println!("{WORKERS} workers start: {:.0} ms", millis(begun));
    let client = connect(&server).await;
    let begun = Instant::now();
    let directory = Directory::builder(client.clone()).start().await.unwrap();
    while directory.view().peers().len() < WORKERS {
        let seen = directory.view().version();
        directory.changed(seen).await.unwrap();
    }
    let found = millis(begun);
    let server_kib = server.resident_kib() - empty;
    println!(
        "directory of {WORKERS} workers with 100 tools: {found:.0} ms; server: {} KiB a worker",
        server_kib / WORKERS as u64
    );
    let port = Port::builder(client)
        .directory(&directory)
        .start()
        .await
        .unwrap();
    let request = ToolRequest {
        tool: "tool_7".to_owned(),
        arguments: r#"{"query":"x"}"#.to_owned(),
    };
    let mut times = Vec::new();
    for _ in 0..1000 {
        let begun = Instant::now();
        port.request(&request, &CallContext::new()).await.unwrap();
        times.push(millis(begun));
    }
    times.sort_by(f64::total_cmp);
    println!("a call among {WORKERS} workers: {:.2} ms (p50)", times[500]);
}

fn millis(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1000.0
}

fn least<'a>(times: impl Iterator<Item = &'a f64>) -> f64 {
    times.copied().fold(f64::INFINITY, f64::min)
}
