//! A broker under load: everything that can go wrong with a call, from many tasks at once.

mod run;

use run::{Load, Tally};

/// A smaller form of what `cargo bench --bench broker` runs.
#[test]
fn every_call_has_one_response_and_nothing_stays_held() {
    let load = Load {
        tools: 20,
        tasks: 8,
        calls: 4_000,
        seed: 7,
    };
    let Tally {
        responses, records, ..
    } = load.run().unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(responses, 4_000);
    assert!(records > responses, "calls that were let go are recorded, too");
}
