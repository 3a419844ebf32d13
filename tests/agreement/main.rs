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

/// `docs/arguments.md` has the list word for word.
#[test]
fn every_difference_is_in_the_page() {
    let page = include_str!("../../docs/arguments.md");
    let (_, list) = page
        .split_once("They differ by design in this")
        .expect("the list");
    let items: Vec<String> = list
        .split("\n- ")
        .skip(1)
        .map(|item| item.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let known: Vec<String> = law::DIFFERENCES
        .iter()
        .map(|difference| format!("{}: {}", difference.what, difference.why))
        .collect();
    assert_eq!(items, known);
}
