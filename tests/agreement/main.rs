//! One struct, one truth: a short run of the agreement test.

mod law;
mod shapes;
#[path = "../types/mod.rs"]
mod types;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// How many values the short run compares.
const VALUES: usize = 40_000;

#[test]
fn schema_and_adapter_accept_the_same_values() {
    let seed = RandomState::new().hash_one("agreement");
    println!("seed {seed}");
    let report = law::run(VALUES, seed);
    assert_eq!(report.disagreements, 0, "seed {seed}\n{report}");
    assert!(report.types >= 60, "{report}");
    // Neither side may be tested on refusals alone.
    assert!(report.accepted * 5 > report.values, "{report}");
    assert!(report.accepted * 5 < report.values * 4, "{report}");
}

#[test]
fn every_difference_has_a_reason() {
    for difference in &law::DIFFERENCES {
        assert!(!difference.what.is_empty() && !difference.why.is_empty());
    }
}
