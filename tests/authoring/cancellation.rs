//! A token that calls a call off, under no runtime, with threads, and inside other futures.

use std::future::{pending, ready};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

use loopd_tools::{CallContext, Cancellation, Session, ToolErrorKind};

use crate::driving::{driven, finished};

/// Counts how often it wakes.
#[derive(Default)]
struct Count(AtomicUsize);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn counting() -> (Arc<Count>, Waker) {
    let count = Arc::new(Count::default());
    let waker = Waker::from(Arc::clone(&count));
    (count, waker)
}

#[test]
fn a_token_is_cancelled_once_and_for_all_its_clones() {
    let token = Cancellation::new();
    let clone = token.clone();
    assert!(!clone.is_cancelled());
    assert!(clone.check().is_ok());
    token.cancel();
    token.cancel();
    assert!(clone.is_cancelled());
    assert_eq!(clone.check().unwrap_err().kind(), ToolErrorKind::Cancelled);
    finished(clone.cancelled());
}

#[test]
fn who_waits_is_woken_exactly_once() {
    let token = Cancellation::new();
    let (count, waker) = counting();
    let mut cx = Context::from_waker(&waker);
    let mut waiting = pin!(token.cancelled());
    // However often it is polled.
    for _ in 0..3 {
        assert!(waiting.as_mut().poll(&mut cx).is_pending());
    }
    assert_eq!(count.0.load(Ordering::SeqCst), 0);
    token.cancel();
    token.cancel();
    assert_eq!(count.0.load(Ordering::SeqCst), 1);
    assert!(waiting.as_mut().poll(&mut cx).is_ready());
}

#[test]
fn the_last_waker_is_the_one_that_wakes() {
    let token = Cancellation::new();
    let (first, first_waker) = counting();
    let (last, last_waker) = counting();
    let mut waiting = pin!(token.cancelled());
    let _ = waiting
        .as_mut()
        .poll(&mut Context::from_waker(&first_waker));
    let _ = waiting.as_mut().poll(&mut Context::from_waker(&last_waker));
    token.cancel();
    assert_eq!(first.0.load(Ordering::SeqCst), 0);
    assert_eq!(last.0.load(Ordering::SeqCst), 1);
}

#[test]
fn a_future_that_is_dropped_leaves_nothing_behind() {
    let parent = Cancellation::new();
    let token = parent.child();
    let (count, waker) = counting();
    {
        let mut waiting = pin!(token.cancelled());
        let _ = waiting.as_mut().poll(&mut Context::from_waker(&waker));
    }
    drop(waker);
    assert_eq!(Arc::strong_count(&count), 1, "a waker was kept");
    parent.cancel();
    assert_eq!(count.0.load(Ordering::SeqCst), 0);
}

/// Dropping the last handle of a task from inside a waker's drop must not meet a held lock.
#[test]
fn a_waker_that_owns_another_waiter_can_be_dropped() {
    struct Owns(#[expect(dead_code, reason = "its drop is what counts")] loopd_tools::Cancelled);
    impl Wake for Owns {
        fn wake(self: Arc<Self>) {}
    }
    let token = Cancellation::new();
    let mut inner = token.cancelled();
    let _ = pin!(&mut inner).poll(&mut Context::from_waker(Waker::noop()));
    let owner = Waker::from(Arc::new(Owns(inner)));
    let mut outer = pin!(token.cancelled());
    let _ = outer.as_mut().poll(&mut Context::from_waker(&owner));
    drop(owner);
    // Replaces the owner, which drops the other waiter, which takes itself off the same list.
    let _ = outer.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    token.cancel();
    finished(outer);
}

#[test]
fn a_child_goes_with_its_parent_and_alone() {
    let parent = Cancellation::new();
    let [one, two] = [parent.child(), parent.child()];
    let grandchild = two.child();
    one.cancel();
    assert!(one.is_cancelled() && !parent.is_cancelled() && !two.is_cancelled());
    let (count, waker) = counting();
    let mut cx = Context::from_waker(&waker);
    let mut waiting = pin!(grandchild.cancelled());
    assert!(waiting.as_mut().poll(&mut cx).is_pending());
    parent.cancel();
    assert!(two.is_cancelled() && grandchild.is_cancelled());
    assert_eq!(count.0.load(Ordering::SeqCst), 1);
    assert!(waiting.as_mut().poll(&mut cx).is_ready());
}

#[test]
fn calls_are_called_off_with_their_session_or_alone() {
    let session = Session::new("s");
    let [one, two] = ["1", "2"].map(|id| session.call(id));
    one.cancellation().cancel();
    assert!(one.is_cancelled() && !two.is_cancelled());
    session.cancellation().cancel();
    assert!(two.is_cancelled());
    assert!(session.call("3").is_cancelled());
}

#[test]
fn a_race_gives_the_output_or_is_called_off() {
    let cx = CallContext::new();
    let token = cx.cancellation();
    assert_eq!(finished(token.race(ready(7))).unwrap(), 7);

    let mut waiting = pin!(token.race(pending::<()>()));
    let mut context = Context::from_waker(Waker::noop());
    assert!(waiting.as_mut().poll(&mut context).is_pending());
    token.cancel();
    match waiting.as_mut().poll(&mut context) {
        Poll::Ready(Err(error)) => assert_eq!(error.kind(), ToolErrorKind::Cancelled),
        other => panic!("{other:?}"),
    }
    // What is called off before does not even begin.
    let never = token.race(async { panic!("it began") });
    assert!(finished(never).is_err());
}

/// Whoever begins to wait while another thread cancels hears of it: no wake-up is lost. A lost one
/// would leave the thread parked, and `driven` gives up on that.
#[test]
fn no_wake_up_is_lost_between_threads() {
    for round in 0..500 {
        let parent = Cancellation::new();
        let waiters: Vec<_> = (0..4)
            .map(|place| {
                let token = if place % 2 == 0 {
                    parent.clone()
                } else {
                    parent.child()
                };
                thread::spawn(move || driven(token.cancelled()))
            })
            .collect();
        if round % 2 == 0 {
            thread::yield_now();
        }
        parent.cancel();
        for waiter in waiters {
            waiter.join().unwrap();
        }
    }
}
