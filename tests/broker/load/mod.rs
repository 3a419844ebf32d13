//! A broker under load: everything that can go wrong with a call, from many tasks at once.

mod acts;
mod run;
mod tally;
mod task;

pub(crate) use run::Load;
pub(crate) use tally::Tally;

/// A smaller form of what `cargo bench --bench broker` runs.
#[test]
fn every_call_has_one_response_and_nothing_stays_held() {
    let load = Load {
        tools: 20,
        tasks: 8,
        calls: 4_000,
        seed: 7,
    };
    let tally = load.run().unwrap_or_else(|broken| panic!("{broken}"));
    let Tally {
        responses,
        records,
        let_go,
        removals,
        kinds,
        ..
    } = tally;
    assert_eq!(responses, 4_000);
    assert_eq!(records, responses + let_go);
    assert!(let_go > 0 && removals > 0);
    // Every way to end is there, so that each of them was tried.
    let ways = [
        "cancelled",
        "denied",
        "failed",
        "invalid_input",
        "not_found",
        "ok",
        "panicked",
        "timeout",
        "tool_error",
    ];
    assert_eq!(kinds.keys().copied().collect::<Vec<_>>(), ways);
}
