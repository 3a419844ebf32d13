//! A hundred thousand calls while workers are killed and the server is restarted.
//!
//! `nats_storm <calls>` is the host; it starts the server that `NATS_SERVER` names and, as processes
//! of this same program, the workers. `tests/nats/run` runs it. `nats_storm scale` prints the numbers
//! of docs/scale.md.

mod crew;
mod host;
mod latency;
mod ledger;
mod scale;
#[path = "../server.rs"]
#[allow(dead_code)]
mod server;
mod worker;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    match &arguments[..] {
        [role, address, ledger] if role == "worker" => {
            runtime.block_on(worker::run(address, ledger));
            ExitCode::SUCCESS
        }
        [role] if role == "scale" => {
            runtime.block_on(scale::run());
            ExitCode::SUCCESS
        }
        [calls] => match host::run(&runtime, calls.parse().expect("a number of calls")) {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        },
        _ => panic!("nats_storm <calls>"),
    }
}
