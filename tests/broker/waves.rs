//! Which calls of a batch may run at once.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "the included file serves the crate"
)]

#[path = "../../loopd-tools/src/broker/waves.rs"]
mod planner;

use proptest::prelude::*;

use planner::{Turn, waves};

const ALONE: Turn<'_> = Turn {
    concurrent: false,
    resource: None,
};
const FREE: Turn<'_> = Turn {
    concurrent: true,
    resource: None,
};

fn on(resource: &str) -> Turn<'_> {
    Turn {
        concurrent: true,
        resource: Some(resource),
    }
}

#[test]
fn no_calls_are_no_waves() {
    assert!(waves(&[]).is_empty());
}

#[test]
fn calls_that_may_overlap_are_one_wave() {
    assert_eq!(waves(&[FREE, on("a"), FREE, on("b")]), [vec![0, 1, 2, 3]]);
}

#[test]
fn calls_on_one_thing_follow_each_other() {
    let turns = [on("a"), on("a"), on("b"), on("a"), FREE];
    assert_eq!(waves(&turns), [vec![0, 2, 4], vec![1], vec![3]]);
}

#[test]
fn a_call_that_may_not_overlap_is_alone_and_overtaken_by_nothing() {
    let turns = [FREE, on("a"), ALONE, on("a"), FREE, ALONE, ALONE, FREE];
    let wanted = [vec![0, 1], vec![2], vec![3, 4], vec![5], vec![6], vec![7]];
    assert_eq!(waves(&turns), wanted);
}

#[test]
fn a_call_alone_is_behind_all_waves_of_what_came_before() {
    let turns = [on("a"), on("a"), on("a"), ALONE, on("b")];
    assert_eq!(waves(&turns), [vec![0], vec![1], vec![2], vec![3], vec![4]]);
}

proptest! {
    /// The oracle: two calls must keep their order if one of them may not overlap others, or both
    /// work on one thing. A call is as early as that allows, but never shares a wave with what it
    /// must not overlap.
    #[test]
    fn order_is_kept_where_it_must_be_and_nothing_waits_without_need(
        calls in prop::collection::vec((any::<bool>(), prop::option::of(0..3usize)), 0..24)
    ) {
        let names = ["a", "b", "c"];
        let turns: Vec<Turn<'_>> = calls
            .iter()
            .map(|(concurrent, thing)| Turn { concurrent: *concurrent, resource: thing.map(|at| names[at]) })
            .collect();
        let waves = waves(&turns);
        let mut wave_of = vec![None; turns.len()];
        for (wave, places) in waves.iter().enumerate() {
            prop_assert!(places.is_sorted());
            prop_assert!(!places.is_empty());
            for place in places {
                prop_assert_eq!(wave_of[*place].replace(wave), None);
            }
        }
        let bound = |one: &Turn<'_>, other: &Turn<'_>| {
            !one.concurrent || !other.concurrent || (one.resource.is_some() && one.resource == other.resource)
        };
        for (place, turn) in turns.iter().enumerate() {
            let before = (0..place).filter(|other| bound(&turns[*other], turn));
            let last = before.filter_map(|other| wave_of[other]).max();
            let wanted = last.map_or(0, |wave| wave + 1);
            prop_assert_eq!(wave_of[place], Some(wanted), "call {} of {:?}", place, &turns);
        }
    }
}
