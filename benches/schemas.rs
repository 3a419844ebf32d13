//! Time to render the `tools` array of 100 tools: the first time, again, and by hand.
//!
//! By hand means what a host without this crate does: a list of `serde_json::Value`s, written with
//! `serde_json::to_string` for each request. Figures are ratios to that, taken in one run.

use std::hint::black_box;
use std::time::{Duration, Instant};

use loopd_tools::{
    Dialect, Entry, Registry, ToolSchema, call_tool_schema, echo_schema, find_tool_schema,
};
use serde_json::{Value, json};

const TOOLS: usize = 100;
const ROUNDS: usize = 201;

fn schemas() -> Vec<ToolSchema> {
    let models = [echo_schema(), find_tool_schema(), call_tool_schema()];
    (0..TOOLS)
        .map(|number| ToolSchema {
            name: format!("tool_{number}"),
            ..models[number % models.len()].clone()
        })
        .collect()
}

fn registry() -> Registry {
    schemas()
        .into_iter()
        .map(|schema| Entry { schema, core: true })
        .collect()
}

fn by_hand() -> Vec<Value> {
    schemas()
        .into_iter()
        .map(
            |ToolSchema {
                 name,
                 description,
                 parameters,
             }| {
                let function =
                    json!({"name": name, "description": description, "parameters": parameters});
                json!({"type": "function", "function": function})
            },
        )
        .collect()
}

/// The median time of a round.
fn median<S>(mut prepare: impl FnMut() -> S, mut round: impl FnMut(S)) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let prepared = prepare();
            let start = Instant::now();
            round(prepared);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[ROUNDS / 2]
}

fn main() {
    let elements = by_hand();
    let hand = median(
        || (),
        |()| {
            black_box(serde_json::to_string(black_box(&elements)).expect("values are JSON"));
        },
    );
    println!("by hand: {TOOLS} tools in {hand:?}");
    let report = |name: &str, time: Duration| {
        println!("{name}: {time:?}");
        println!(
            "figure schemas_{name}_over_by_hand={:.4}",
            time.as_secs_f64() / hand.as_secs_f64()
        );
    };
    for dialect in [Dialect::LlamaCpp, Dialect::OpenAiStrict, Dialect::Gemini] {
        let cold = median(registry, |registry| {
            black_box(registry.tools(dialect));
        });
        report(&format!("{dialect}_cold"), cold);
    }
    let warm = registry();
    let again = median(
        || (),
        |()| {
            black_box(warm.tools(Dialect::LlamaCpp));
        },
    );
    report("again", again);
    let schemas = schemas();
    let digests = median(
        || (),
        |()| {
            black_box(schemas.iter().map(ToolSchema::digest).collect::<Vec<_>>());
        },
    );
    report("digests", digests);
}
