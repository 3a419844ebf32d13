//! The host: it makes the calls, has workers killed meanwhile, and compares what it was told with
//! what was done.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use loopd_tools::nats::async_nats::{self, Client};
use loopd_tools::nats::{CallError, Directory, Port, Reply};
use loopd_tools::{CallContext, ToolRequest, ToolResponse};
use tokio::runtime::Runtime;

use crate::crew::Crew;
use crate::latency::{Latency, measure};
use crate::ledger;
use crate::server::{Server, folder};

/// How many calls are made at once.
const AT_ONCE: u64 = 128;

/// How long a call may take; a call that nobody tells of for some time more is lost.
const DEADLINE: Duration = Duration::from_secs(30);

/// Every third call may be repeated.
fn is_append(number: u64) -> bool {
    number % 3 != 0
}

/// What came of a call.
enum End {
    /// A response; whether it is the right one.
    Response(bool),
    Error {
        may_have_run: bool,
        kind: String,
    },
    Lost,
}

/// All that is counted.
#[derive(Default, Debug)]
struct Sum {
    calls: u64,
    lost: u64,
    twice: u64,
    wrong: u64,
    /// Errors that say that nothing has run.
    not_run: u64,
    /// Errors that say that it may have run.
    unsure: u64,
    kills: u32,
    drains: u32,
    restarts: u32,
}

pub(crate) fn run(runtime: &Runtime, calls: u64) -> bool {
    let folder = folder("storm");
    let mut sum = Sum::default();
    let mut latency = None;
    for (place, size) in [2, 4].into_iter().enumerate() {
        let ledger = folder.join(format!("ledger-{size}"));
        let mut server = Server::start();
        let crew = Crew::start(size, &server.address(), &ledger);
        let (client, port) = runtime.block_on(connect(&server));
        if place == 0 {
            latency = Some(runtime.block_on(measure(&client, &port)));
        }
        storm(
            runtime,
            &port,
            &mut server,
            crew,
            &ledger,
            calls / 2,
            &mut sum,
        );
    }
    std::fs::remove_dir_all(folder).unwrap();
    let Latency {
        one_step,
        two_steps,
    } = latency.unwrap();
    let Sum {
        calls,
        lost,
        twice,
        wrong,
        not_run,
        unsure,
        kills,
        drains,
        restarts,
    } = sum;
    println!(
        "figure nats_calls={calls} lost={lost} twice={twice} overhead={one_step:.2} \
         two_steps={two_steps:.2} wrong={wrong} not_run={not_run} unsure={unsure} kills={kills} \
         drains={drains} restarts={restarts}"
    );
    lost == 0 && twice == 0 && wrong == 0
}

async fn connect(server: &Server) -> (Client, Port) {
    let client = async_nats::connect(server.address()).await.unwrap();
    let directory = Directory::builder(client.clone()).start().await.unwrap();
    assert_eq!(directory.registry().names(), ["append", "read"]);
    let port = Port::builder(client.clone())
        .directory(&directory)
        .deadline(DEADLINE)
        .start()
        .await
        .unwrap();
    (client, port)
}

pub(crate) fn request(tool: &str, number: u64, micros: u64) -> ToolRequest {
    ToolRequest {
        tool: tool.to_owned(),
        arguments: format!(r#"{{"number":{number},"micros":{micros}}}"#),
    }
}

pub(crate) async fn call(
    port: &Port,
    tool: &str,
    number: u64,
    micros: u64,
) -> Result<Reply, CallError> {
    let cx = CallContext::new()
        .with_session_id("storm")
        .with_call_id(number.to_string());
    port.request(&request(tool, number, micros), &cx).await
}

fn storm(
    runtime: &Runtime,
    port: &Port,
    server: &mut Server,
    mut crew: Crew,
    ledger: &Path,
    calls: u64,
    sum: &mut Sum,
) {
    let begun = Instant::now();
    let ends: Arc<Mutex<HashMap<u64, End>>> = Arc::default();
    let next = Arc::new(AtomicU64::new(0));
    let done = Arc::new(AtomicU64::new(0));
    let tasks: Vec<_> = (0..AT_ONCE)
        .map(|_| {
            let (port, ends) = (port.clone(), Arc::clone(&ends));
            let (next, done) = (Arc::clone(&next), Arc::clone(&done));
            runtime.spawn(async move {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= calls {
                        return;
                    }
                    let end = one(&port, number).await;
                    let before = ends.lock().unwrap().insert(number, end);
                    assert!(before.is_none());
                    done.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    // Trouble comes by what is done, not by the clock, so that it is the same on every machine.
    const TROUBLES: u64 = 24;
    for trouble in 1..TROUBLES {
        while done.load(Ordering::Relaxed) < calls * trouble / TROUBLES {
            thread::sleep(Duration::from_millis(2));
        }
        match trouble {
            12 if sum.restarts == 0 => {
                server.restart(Duration::from_millis(300));
                sum.restarts += 1;
            }
            trouble if trouble % 4 == 0 => {
                crew.drain();
                sum.drains += 1;
            }
            _ => {
                crew.kill();
                sum.kills += 1;
            }
        }
    }
    for task in tasks {
        runtime.block_on(task).unwrap();
    }
    drop(crew);
    let ends = ends.lock().unwrap();
    assert_eq!(ends.len() as u64, calls);
    sum.calls += calls;
    compare(&ends, &ledger::read(ledger), sum);
    println!("{calls} calls in {:.1} s", begun.elapsed().as_secs_f64());
}

async fn one(port: &Port, number: u64) -> End {
    let tool = if is_append(number) { "append" } else { "read" };
    // Some calls are still running when their worker is killed.
    let micros = if number % 10 == 0 { 20_000 } else { 1000 };
    let patience = DEADLINE + Duration::from_secs(15);
    match tokio::time::timeout(patience, call(port, tool, number, micros)).await {
        Err(_) => End::Lost,
        Ok(Ok(reply)) => {
            let right = number.to_string();
            let right =
                matches!(reply.response, ToolResponse::Result { text, .. } if text == right);
            End::Response(right)
        }
        Ok(Err(error)) => End::Error {
            may_have_run: error.may_have_run(),
            kind: format!("{error:?}")
                .split([' ', '{'])
                .next()
                .unwrap()
                .to_owned(),
        },
    }
}

/// Whether what was told is what was done.
fn compare(ends: &HashMap<u64, End>, ledger: &HashMap<u64, u32>, sum: &mut Sum) {
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for (number, end) in ends {
        let times = ledger.get(number).copied().unwrap_or(0);
        if times > 1 {
            sum.twice += 1;
        }
        let true_to_it = match end {
            End::Response(right) => *right && times == u32::from(is_append(*number)),
            End::Error { may_have_run, kind } => {
                *kinds.entry(kind).or_default() += 1;
                if *may_have_run {
                    sum.unsure += 1;
                } else {
                    sum.not_run += 1;
                }
                *may_have_run || times == 0
            }
            End::Lost => {
                sum.lost += 1;
                true
            }
        };
        if !true_to_it {
            sum.wrong += 1;
        }
    }
    println!("errors: {kinds:?}");
}
