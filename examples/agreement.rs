//! The agreement test at any length: `cargo run --release --example agreement -- --values 10000000`.
//!
//! Prints what differs by design, all disagreements that were found (up to a bound), the seed and
//! the figure. `--seed` repeats a run.

#[path = "../tests/agreement/law/mod.rs"]
mod law;
#[path = "../tests/types/mod.rs"]
mod types;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some((values, seed)) = options() else {
        eprintln!("usage: agreement [--values N] [--seed S]");
        return ExitCode::from(2);
    };
    for difference in &law::DIFFERENCES {
        println!("by design: {}: {}", difference.what, difference.why);
    }
    let report = law::run(values, seed);
    println!("{report}");
    println!("seed {seed}");
    println!("figure disagreements={}", report.disagreements);
    ExitCode::from(u8::from(report.disagreements > 0))
}

fn options() -> Option<(usize, u64)> {
    let (mut values, mut seed) = (100_000, RandomState::new().hash_one("agreement"));
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        let value = arguments.next()?;
        match option.as_str() {
            "--values" => values = value.parse().ok()?,
            "--seed" => seed = value.parse().ok()?,
            _ => return None,
        }
    }
    Some((values, seed))
}
