//! The locks' own logic under a model checker: random schedules of every lock operation.
//!
//! The files under test are the crate's; they take their locks from `crate::sync`, which is the
//! checker's here. A deadlock or a lost wake-up ends a schedule with a panic.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "the included files serve the crate"
)]

#[path = "../../loopd-tools/src/broker/resources.rs"]
mod resources;
#[path = "../../loopd-tools/src/toolbox/versioned.rs"]
mod versioned;

use std::convert::Infallible;
use std::future::poll_fn;
use std::task::Poll;

use shuttle::future::block_on;
use shuttle::sync::atomic::{AtomicUsize, Ordering};
use shuttle::sync::{Arc, Mutex};
use shuttle::{check_random, thread};

use resources::Resources;
use versioned::{Edited, Tracked, Versioned};

const SCHEDULES: usize = 400;

/// A value that says of itself which version it is of.
#[derive(Default)]
struct Count(u64);

#[derive(Debug, Clone, PartialEq)]
struct Step {
    from: u64,
    to: u64,
}

impl Tracked for Count {
    type Surface = (u64, u64);
    type Change = Step;

    fn surface(&self, version: u64) -> (u64, u64) {
        (version, self.0)
    }

    fn merge(earlier: &mut Step, later: Step) {
        assert_eq!(earlier.to, later.from);
        earlier.to = later.to;
    }
}

fn bump(count: &Versioned<Count>) -> u64 {
    let result = count.edit(|value, version| {
        value.0 += 1;
        let change = Step {
            from: version - 1,
            to: version,
        };
        Ok::<_, Infallible>(Edited {
            change: Some(change),
            result: version,
        })
    });
    result.unwrap()
}

#[test]
fn a_surface_never_has_another_versions_number() {
    check_random(
        || {
            let count = Arc::new(Versioned::new(Count::default()));
            let writers: Vec<_> = (0..2)
                .map(|_| {
                    let count = Arc::clone(&count);
                    thread::spawn(move || (bump(&count), bump(&count)))
                })
                .collect();
            let readers: Vec<_> = (0..2)
                .map(|_| {
                    let count = Arc::clone(&count);
                    thread::spawn(move || {
                        let mut last = 0;
                        for _ in 0..3 {
                            let (version, value) = *count.surface();
                            assert_eq!(version, value);
                            assert!(version >= last, "a reader went back in time");
                            last = count.read(|value, version| {
                                assert_eq!(value.0, version);
                                version
                            });
                            assert!(last >= version);
                        }
                    })
                })
                .collect();
            for writer in writers {
                let (first, second) = writer.join().unwrap();
                assert!(first < second);
            }
            for reader in readers {
                reader.join().unwrap();
            }
            assert_eq!(*count.surface(), (4, 4));
        },
        SCHEDULES,
    );
}

#[test]
fn a_failed_edit_leaves_version_and_listeners_alone() {
    check_random(
        || {
            let count = Arc::new(Versioned::new(Count::default()));
            let (_, listener) = count.listen();
            let other = Arc::clone(&count);
            let failing = thread::spawn(move || {
                other
                    .edit(|_, _| Err::<Edited<Step, ()>, _>("no"))
                    .unwrap_err();
                other
                    .edit(|_, _| {
                        Ok::<_, Infallible>(Edited {
                            change: None,
                            result: (),
                        })
                    })
                    .unwrap();
            });
            assert_eq!(bump(&count), 1);
            failing.join().unwrap();
            assert_eq!(listener.try_next(), Some(Step { from: 0, to: 1 }));
            assert_eq!(listener.try_next(), None);
        },
        SCHEDULES,
    );
}

#[test]
fn a_listener_gets_every_change_in_order_and_then_the_end() {
    check_random(
        || {
            let count = Arc::new(Versioned::new(Count::default()));
            let writers: Vec<_> = (0..2)
                .map(|_| {
                    let count = Arc::clone(&count);
                    thread::spawn(move || {
                        bump(&count);
                        bump(&count);
                    })
                })
                .collect();
            let (surface, listener) = count.listen();
            drop(count);
            let mut at = surface.0;
            block_on(async {
                while let Some(step) = poll_fn(|cx| listener.poll_next(cx)).await {
                    assert_eq!(
                        step,
                        Step {
                            from: at,
                            to: at + 1
                        }
                    );
                    at = step.to;
                }
            });
            assert_eq!(at, 4);
            for writer in writers {
                writer.join().unwrap();
            }
        },
        SCHEDULES,
    );
}

#[test]
fn a_resource_has_one_holder_at_a_time_and_is_free_in_the_end() {
    check_random(
        || {
            let resources = Resources::new();
            let inside = Arc::new(AtomicUsize::new(0));
            let holders: Vec<_> = (0..3)
                .map(|_| {
                    let (resources, inside) = (resources.clone(), Arc::clone(&inside));
                    thread::spawn(move || {
                        for _ in 0..2 {
                            let claim = block_on(resources.hold("a"));
                            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                            thread::yield_now();
                            inside.fetch_sub(1, Ordering::SeqCst);
                            drop(claim);
                        }
                    })
                })
                .collect();
            for holder in holders {
                holder.join().unwrap();
            }
            assert_eq!(resources.held(), 0);
        },
        SCHEDULES,
    );
}

#[test]
fn who_stops_waiting_passes_the_resource_on() {
    check_random(
        || {
            let resources = Resources::new();
            let threads: Vec<_> = (0..3)
                .map(|number| {
                    let resources = resources.clone();
                    thread::spawn(move || {
                        let mut hold = resources.hold("a");
                        if number == 0 {
                            // Polled once and dropped: in front, in the line, or already called.
                            block_on(poll_fn(|cx| {
                                let _ = std::pin::Pin::new(&mut hold).poll(cx);
                                Poll::Ready(())
                            }));
                            thread::yield_now();
                        } else {
                            drop(block_on(hold));
                        }
                    })
                })
                .collect();
            for thread in threads {
                thread.join().unwrap();
            }
            assert_eq!(resources.held(), 0);
        },
        SCHEDULES,
    );
}

#[test]
fn a_resource_goes_to_who_came_first() {
    check_random(
        || {
            let resources = Resources::new();
            let order = Arc::new(Mutex::new(Vec::new()));
            let claim = block_on(resources.hold("a"));
            let mut waiting = Vec::new();
            for number in 0..3 {
                let (order, mut hold) = (Arc::clone(&order), resources.hold("a"));
                // In the line before the next one comes.
                block_on(poll_fn(|cx| {
                    assert!(std::pin::Pin::new(&mut hold).poll(cx).is_pending());
                    Poll::Ready(())
                }));
                waiting.push(thread::spawn(move || {
                    let claim = block_on(hold);
                    order.lock().unwrap().push(number);
                    drop(claim);
                }));
            }
            drop(claim);
            for thread in waiting {
                thread.join().unwrap();
            }
            assert_eq!(*order.lock().unwrap(), [0, 1, 2]);
        },
        SCHEDULES,
    );
}
