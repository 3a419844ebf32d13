//! What a call costs beside a bare request and its reply, in the same run and between the same
//! processes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use loopd_tools::nats::Port;
use loopd_tools::nats::async_nats::Client;

use crate::host::{call, request};

/// Ratios to a bare request.
pub(crate) struct Latency {
    pub(crate) one_step: f64,
    pub(crate) two_steps: f64,
}

#[derive(Clone, Copy)]
enum Way {
    Bare,
    OneStep,
    TwoSteps,
}

const WAYS: [Way; 3] = [Way::Bare, Way::OneStep, Way::TwoSteps];

/// The numbers that these calls leave in the ledger begin here.
const NUMBERS: u64 = 1 << 40;

pub(crate) async fn measure(client: &Client, port: &Port) -> Latency {
    let mut times: [Vec<Duration>; 3] = Default::default();
    for round in 0..4000 {
        for (way, times) in WAYS.into_iter().zip(&mut times) {
            let took = one(client, port, way, NUMBERS + round).await;
            // The first ones warm up.
            if round >= 500 {
                times.push(took);
            }
        }
    }
    let [bare, one_step, two_steps] = times.map(|mut times| {
        times.sort_unstable();
        let at = |part: usize| times[times.len() * part / 1000].as_secs_f64() * 1e6;
        println!(
            "one at a time: p50 {:.0} us, p99 {:.0} us",
            at(500),
            at(990)
        );
        at(500)
    });
    for (way, name) in WAYS.into_iter().zip(["bare", "one step", "two steps"]) {
        let rate = throughput(client, port, way).await;
        println!("{name}: {rate:.0} calls a second, 64 at a time");
    }
    Latency {
        one_step: one_step / bare,
        two_steps: two_steps / bare,
    }
}

async fn one(client: &Client, port: &Port, way: Way, number: u64) -> Duration {
    let begun = Instant::now();
    match way {
        Way::Bare => {
            let text = serde_json::to_vec(&request("read", number, 0)).unwrap();
            client.request("bare", text.into()).await.unwrap();
        }
        Way::OneStep => drop(call(port, "read", number, 0).await.unwrap()),
        Way::TwoSteps => drop(call(port, "append", number, 0).await.unwrap()),
    }
    begun.elapsed()
}

async fn throughput(client: &Client, port: &Port, way: Way) -> f64 {
    const CALLS: u64 = 20_000;
    static ROUND: AtomicU64 = AtomicU64::new(1);
    let first = NUMBERS * (1 + ROUND.fetch_add(1, Ordering::Relaxed));
    let next = Arc::new(AtomicU64::new(0));
    let begun = Instant::now();
    let tasks: Vec<_> = (0..64)
        .map(|_| {
            let (client, port, next) = (client.clone(), port.clone(), Arc::clone(&next));
            tokio::spawn(async move {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= CALLS {
                        return;
                    }
                    one(&client, &port, way, first + number).await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    CALLS as f64 / begun.elapsed().as_secs_f64()
}
