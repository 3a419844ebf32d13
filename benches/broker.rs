//! What a broker costs beside a bare prepared call, what a toolbox costs beside a plain map, and
//! what 100,000 calls of every kind leave behind. Ratios to a baseline of the same run.
//!
//! `cargo bench --bench broker`; the last line is the figure.

#![allow(
    dead_code,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a bench that can't go on has failed"
)]

#[path = "../tests/broker/load/mod.rs"]
mod load;
#[path = "../tests/broker/tools.rs"]
mod tools;

use std::collections::HashMap;
use std::hint::black_box;
use std::pin::pin;
use std::sync::{Arc, Barrier, RwLock};
use std::task::{Context as TaskContext, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use loopd_tools::audit::JsonLines;
use loopd_tools::broker::{BrokerBuilder, Call};
use loopd_tools::policy::{Hosts, Policy, Profile};
use loopd_tools::{
    Arguments, Broker, CallContext, Context, DynTool, Requirement, Run, Session, Tool, ToolError,
    ToolOutput, ToolPort, ToolRequest, ToolResponse, Toolbox,
};
use serde::Deserialize;

use load::{Load, Tally};
use tools::Says;

/// Calls in one round.
const CALLS: u32 = 1_000;
/// Rounds of each side, in turn.
const ROUNDS: usize = 201;

/// Returns its text argument unchanged.
#[derive(Tool, Deserialize)]
#[tool(concurrent)]
struct Echo {
    /// The text.
    text: String,
}

impl Run for Echo {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.text.into())
    }
}

/// Reads a page.
#[derive(Tool, Deserialize)]
struct Fetch {
    /// The host.
    text: String,
}

impl Run for Fetch {
    async fn run(self, _cx: Context<'_>) -> Result<ToolOutput, ToolError> {
        Ok(self.text.into())
    }

    fn requires(&self, _cx: Context<'_>) -> Vec<Requirement> {
        vec![Requirement::new("net", "read a page").with_resource(&*self.text)]
    }
}

const ARGUMENTS: &str = r#"{"text":"docs.rs"}"#;

/// What a future gives; none of these ever waits.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut TaskContext::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("a call waits"),
    }
}

/// A call by hand: prepared, and run at once.
fn bare(tool: &dyn DynTool, cx: &CallContext) -> String {
    let prepared = tool.prepare(Arguments::from(black_box(ARGUMENTS)), cx);
    let output = now(prepared.unwrap().run(cx));
    output.unwrap().into_text()
}

/// The same through a broker. The request is made anew, as a host makes it.
fn brokered(broker: &Broker, request: &ToolRequest, cx: &CallContext) -> ToolResponse {
    let outcome = now(broker.call(black_box(request).clone(), cx.clone()));
    outcome.into_response()
}

fn request(tool: &str, arguments: &str) -> ToolRequest {
    ToolRequest {
        tool: tool.into(),
        arguments: arguments.into(),
    }
}

/// The time of one call on either side, by the median of interleaved rounds.
fn compare(mut one: impl FnMut(), mut two: impl FnMut()) -> (Duration, Duration) {
    let round = |call: &mut dyn FnMut()| {
        let start = Instant::now();
        for _ in 0..CALLS {
            call();
        }
        start.elapsed() / CALLS
    };
    let rounds = (0..ROUNDS).map(|_| (round(&mut one), round(&mut two)));
    let (mut ones, mut twos): (Vec<_>, Vec<_>) = rounds.unzip();
    ones.sort_unstable();
    twos.sort_unstable();
    (ones[ROUNDS / 2], twos[ROUNDS / 2])
}

fn ratio(name: &str, (ours, theirs): (Duration, Duration)) -> f64 {
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    println!("{name:44} {ratio:>6.2} x ({ours:?} / {theirs:?})");
    ratio
}

fn allocations(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).count_total
}

fn toolbox() -> Toolbox {
    let toolbox = Toolbox::new();
    toolbox.register(Echo::tool()).unwrap();
    toolbox.register(Fetch::tool()).unwrap();
    toolbox
}

fn broker(change: impl FnOnce(BrokerBuilder) -> BrokerBuilder) -> Broker {
    change(Broker::builder(toolbox())).build().unwrap()
}

/// Overhead and allocations of a call: those of the broker, and those of a bare call.
struct Overhead {
    ratio: f64,
    ours: u64,
    bare: u64,
}

fn overhead(scratch: &Session) -> Overhead {
    let cx = CallContext::new();
    let (echo, fetch) = (Echo::tool(), Fetch::tool());
    let (direct, guarded) = (request("echo", ARGUMENTS), request("fetch", ARGUMENTS));
    let plain = broker(|broker| broker);
    let by_hand = || drop(black_box(bare(&echo, &cx)));
    let call = |broker: &Broker, request: &ToolRequest| {
        drop(black_box(brokered(broker, request, &cx)));
    };
    let first = ratio(
        "broker / bare prepared call",
        compare(|| call(&plain, &direct), by_hand),
    );
    let envelope = format!(r#"{{"name":"echo","arguments":{ARGUMENTS}}}"#);
    let envelope = request("call_tool", &envelope);
    ratio(
        "by call_tool / bare prepared call",
        compare(|| call(&plain, &envelope), by_hand),
    );
    let profile = Profile::new("p", "1").with("net", Hosts::new().allow("*.rs").allow("docs.rs"));
    let judging = broker(|broker| broker.policy(Policy::new(profile)));
    ratio(
        "with a requirement / bare prepared call",
        compare(
            || call(&judging, &guarded),
            || drop(black_box(bare(&fetch, &cx))),
        ),
    );
    let path = scratch.call("1").scratch().unwrap().join("audit.jsonl");
    let audited = broker(|broker| broker.audit(JsonLines::open(path).unwrap()));
    ratio(
        "with records in a file / without",
        compare(|| call(&audited, &direct), || call(&plain, &direct)),
    );
    let batch = || {
        let calls = (0..8).map(|_| Call::new(direct.clone(), cx.clone()));
        drop(black_box(now(plain.call_all(calls.collect()))));
    };
    let apart = || (0..8).for_each(|_| call(&plain, &direct));
    ratio("8 calls as a batch / one by one", compare(batch, apart));
    let port = plain.port(cx.clone()).unwrap();
    ratio(
        "port with a runtime / broker",
        compare(
            || drop(black_box(port.call(&direct))),
            || call(&plain, &direct),
        ),
    );
    Overhead {
        ratio: first,
        ours: allocations(|| call(&plain, &direct)),
        bare: allocations(by_hand),
    }
}

const THREADS: usize = 8;
const REGISTRATIONS: usize = 10_000;
const LOOK_UPS: usize = 100_000;

/// The time from the first thread's beginning to the last one's end, all of them at `work`.
fn together(work: impl Fn(usize) + Sync) -> Duration {
    let start = Barrier::new(THREADS);
    let spans: Vec<(Instant, Instant)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| {
                let (start, work) = (&start, &work);
                scope.spawn(move || {
                    start.wait();
                    let begun = Instant::now();
                    work(thread);
                    (begun, Instant::now())
                })
            })
            .collect();
        let ended = threads.into_iter().map(|thread| thread.join().unwrap());
        ended.collect()
    });
    let begun = spans.iter().map(|(begun, _)| *begun).min();
    let ended = spans.iter().map(|(_, ended)| *ended).max();
    ended.unwrap() - begun.unwrap()
}

/// Registrations and look-ups of a toolbox beside those of a map behind a lock: microseconds for
/// one registration and nanoseconds for one look-up.
fn crowd() -> (f64, f64) {
    let share = REGISTRATIONS / THREADS;
    let name = |thread: usize, number: usize| format!("tool_{}", thread * share + number);
    let toolbox = Toolbox::new();
    let registering = together(|thread| {
        for number in 0..share {
            let tool = Says::new(&name(thread, number), "said");
            toolbox.register(tool).unwrap();
        }
    });
    let map: RwLock<HashMap<String, Arc<dyn DynTool>>> = RwLock::default();
    let inserting = together(|thread| {
        for number in 0..share {
            let name = name(thread, number);
            let tool = Arc::new(Says::new(&name, "said"));
            map.write().unwrap().insert(name, tool);
        }
    });
    assert_eq!((toolbox.len(), toolbox.version()), (REGISTRATIONS, 10_000));
    ratio(
        "10,000 registrations / map behind a lock",
        (registering, inserting),
    );
    let names: Vec<String> = (0..REGISTRATIONS).map(|number| name(0, number)).collect();
    let looking = |look: &(dyn Fn(&str) -> bool + Sync)| {
        together(|thread| {
            for number in 0..LOOK_UPS / THREADS {
                // All over the names, by a step that has no divisor in common with their number.
                let place = (thread * 1_237 + number * 7_919) % REGISTRATIONS;
                assert!(look(&names[place]));
            }
        })
    };
    let ours = looking(&|name| black_box(toolbox.get(name)).is_some());
    let theirs = looking(&|name| black_box(map.read().unwrap().get(name).cloned()).is_some());
    ratio("100,000 look-ups / map behind a lock", (ours, theirs));
    let each = |all: Duration, count: u32| (all / count).as_secs_f64();
    (each(registering, 10_000) * 1e6, each(ours, 100_000) * 1e9)
}

fn under_load() -> Tally {
    let load = Load {
        tools: 100,
        tasks: 8,
        calls: 100_000,
        seed: 1,
    };
    let begun = Instant::now();
    let tally = load.run().unwrap_or_else(|broken| panic!("{broken}"));
    println!(
        "\n{} calls of {} tools from {} tasks in {:?}: one response and one record each",
        tally.responses,
        load.tools,
        load.tasks,
        begun.elapsed()
    );
    for (kind, count) in &tally.kinds {
        println!("  {kind:14} {count:>7}");
    }
    println!("  {:14} {:>7}", "let go", tally.let_go);
    println!("  {:14} {:>7}", "tools removed", tally.removals);
    println!("nothing in flight, no lock held, no record lost");
    tally
}

fn main() {
    let scratch = Session::new("bench");
    let Overhead { ratio, ours, bare } = overhead(&scratch);
    println!("allocations of one call: {ours}, bare: {bare}");
    let (register, look_up) = crowd();
    let tally = under_load();
    let (before, after) = tally.resident.unwrap_or_default();
    println!("resident size: {before} KiB before, {after} KiB after");
    println!(
        "figure broker_overhead={ratio:.2} allocs={ours} bare_allocs={bare} \
         register_us={register:.2} look_up_ns={look_up:.0} load_calls={} lost=0 twice=0 held=0 \
         resident_before_kib={before} resident_after_kib={after}",
        tally.responses
    );
}
