//! What the tools of a session share by type.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use loopd_tools::{CallContext, Extensions, Session};

#[derive(Debug, Clone, PartialEq)]
struct Visits(u32);

#[derive(Debug, Clone, PartialEq)]
struct Names(Vec<String>);

#[test]
fn a_value_is_found_by_its_type() {
    let all = Extensions::new();
    assert_eq!(all.get::<Visits>(), None);
    assert!(!all.contains::<Visits>());
    assert_eq!(all.with_mut(|_: &mut Visits| ()), None);
    assert_eq!(all.insert(Visits(1)), None);
    assert_eq!(all.insert(Names(vec![])), None);
    assert_eq!(all.insert(Visits(2)), Some(Visits(1)));
    assert_eq!(all.get(), Some(Visits(2)));
    assert_eq!(all.get(), Some(Names(vec![])));
    assert_eq!(all.remove(), Some(Visits(2)));
    assert_eq!(all.remove::<Visits>(), None);
    assert!(all.contains::<Names>());
}

#[test]
fn calls_of_a_session_share_them_and_those_of_another_do_not() {
    let session = Session::new("s");
    let [one, two] = ["1", "2"].map(|id| session.call(id));
    one.extensions().insert(Visits(1));
    let count = two.extensions().with_mut(|visits: &mut Visits| {
        visits.0 += 1;
        visits.0
    });
    assert_eq!(count, Some(2));
    assert_eq!(session.extensions().get(), Some(Visits(2)));
    // What is set on a context changes nothing of what it shares.
    let renamed = one
        .with_session_id("other name")
        .with_working_directory("/");
    assert_eq!(renamed.extensions().get(), Some(Visits(2)));
    assert_eq!(
        Session::new("s").call("1").extensions().get::<Visits>(),
        None
    );
    assert_eq!(CallContext::new().extensions().get::<Visits>(), None);
}

#[test]
fn what_is_not_there_is_made_once() {
    let all = Extensions::new();
    let visit = || {
        all.ensure(|| Visits(10)).with_mut(|visits: &mut Visits| {
            visits.0 += 1;
            visits.0
        })
    };
    assert_eq!((visit(), visit()), (Some(11), Some(12)));
}

#[test]
fn a_value_that_can_not_be_shared_or_copied_can_be_lent() {
    let all = Extensions::new();
    all.insert(std::cell::Cell::new(1));
    let seen = all.with_mut(|cell: &mut std::cell::Cell<i32>| cell.replace(2));
    assert_eq!(seen, Some(1));
}

#[test]
fn a_closure_may_use_other_types_and_is_told_that_its_own_is_lent() {
    let all = Extensions::new();
    all.insert(Visits(1));
    all.insert(Names(vec![]));
    let inner = all.with_mut(|visits: &mut Visits| {
        all.with_mut(|names: &mut Names| names.0.push(visits.0.to_string()));
        visits.0 += 1;
        assert!(all.contains::<Visits>());
        assert_eq!(all.remove::<Visits>(), None);
        all.get::<Visits>()
    });
    assert_eq!(inner, Some(None));
    assert_eq!(all.get(), Some(Visits(2)));
    assert_eq!(all.get(), Some(Names(vec!["1".to_owned()])));
}

#[test]
fn what_is_put_in_while_the_earlier_value_is_lent_stays() {
    let all = Extensions::new();
    all.insert(Visits(1));
    all.with_mut(|old: &mut Visits| {
        old.0 = 5;
        assert_eq!(all.insert(Visits(7)), None);
        assert_eq!(all.get(), Some(Visits(7)));
    });
    assert_eq!(all.get(), Some(Visits(7)));
}

#[test]
fn a_panic_in_a_closure_gives_the_value_back_as_it_is() {
    let all = Extensions::new();
    all.insert(Visits(1));
    let fell = catch_unwind(AssertUnwindSafe(|| {
        all.with_mut(|visits: &mut Visits| {
            visits.0 = 2;
            panic!("half way");
        })
    }));
    assert!(fell.is_err());
    assert_eq!(all.get(), Some(Visits(2)));
    let fell = catch_unwind(AssertUnwindSafe(|| {
        all.ensure(|| -> Names { panic!("not made") });
    }));
    assert!(fell.is_err());
    // Another thread gets its turn: nothing is left held.
    thread::scope(|scope| {
        let other = scope.spawn(|| all.insert(Names(vec![])));
        assert_eq!(other.join().unwrap(), None);
    });
}

/// Uses the session from its drop, as a value with a clean-up of its own may.
struct TellsAtTheEnd(Arc<Extensions>);

impl Drop for TellsAtTheEnd {
    fn drop(&mut self) {
        self.0.ensure(|| Visits(0));
        self.0.with_mut(|visits: &mut Visits| visits.0 += 1);
    }
}

#[test]
fn values_may_use_the_session_while_they_are_dropped() {
    let all = Arc::new(Extensions::new());
    all.insert(TellsAtTheEnd(Arc::clone(&all)));
    drop(all.insert(TellsAtTheEnd(Arc::clone(&all))));
    all.with_mut(|_: &mut TellsAtTheEnd| {
        all.insert(TellsAtTheEnd(Arc::clone(&all)));
    });
    drop(all.remove::<TellsAtTheEnd>());
    assert_eq!(all.get(), Some(Visits(3)));
}

/// Two closures that want each other's value: with a lock for each value they would wait for each
/// other for ever.
#[test]
fn threads_that_nest_in_opposite_order_all_get_their_turn() {
    const ROUNDS: u32 = 300;
    let all = Extensions::new();
    all.insert(Visits(0));
    all.insert(Names(vec![]));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    all.with_mut(|visits: &mut Visits| {
                        all.with_mut(|names: &mut Names| names.0.push(String::new()));
                        visits.0 += 1;
                    });
                }
            });
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    all.with_mut(|names: &mut Names| {
                        all.with_mut(|visits: &mut Visits| visits.0 += 1);
                        names.0.push(String::new());
                    });
                }
            });
        }
    });
    assert_eq!(all.get(), Some(Visits(4 * ROUNDS)));
    assert_eq!(
        all.with_mut(|names: &mut Names| names.0.len()),
        Some(4 * ROUNDS as usize)
    );
}
