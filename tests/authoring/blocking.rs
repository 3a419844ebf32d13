//! Bodies that block their thread run off the threads that drive futures.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;
use std::time::Duration;

use loopd_tools::run_blocking;
use tokio::runtime::{Builder, Runtime};

use crate::driving::finished;

/// Longer than anything here takes; only a failure waits for it.
const FOR_EVER: Duration = Duration::from_secs(60);

/// How many bodies run at once: the bound that the documentation tells.
const BOUND: usize = 64;

fn one_thread() -> Runtime {
    Builder::new_current_thread().build().unwrap()
}

#[test]
fn outside_a_runtime_a_body_runs_where_it_is() {
    let here = thread::current().id();
    let there = finished(run_blocking(|| thread::current().id())).unwrap();
    assert_eq!(there, here);
}

/// The body waits for another task of the same thread: in place it would wait for itself.
#[test]
fn a_body_that_waits_leaves_the_runtime_its_thread() {
    let (tell, told) = mpsc::channel();
    let waited = one_thread().block_on(async {
        let body = tokio::spawn(run_blocking(move || told.recv_timeout(FOR_EVER)));
        tokio::task::yield_now().await;
        tokio::spawn(async move { tell.send(7).unwrap() });
        body.await.unwrap().unwrap()
    });
    assert_eq!(waited, Ok(7));
}

#[test]
fn a_body_inside_a_body_stays_on_its_thread() {
    let (outer, inner) = one_thread()
        .block_on(run_blocking(|| {
            let inner = finished(run_blocking(|| thread::current().id())).unwrap();
            (thread::current().id(), inner)
        }))
        .unwrap();
    assert_eq!(outer, inner);
    assert_ne!(outer, thread::current().id());
}

#[test]
fn a_panic_of_the_body_is_the_callers() {
    let runtime = one_thread();
    let failed = runtime
        .block_on(async { tokio::spawn(run_blocking(|| -> () { panic!("in the body") })).await });
    let payload = failed.unwrap_err().into_panic();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"in the body"));
    // And the place is free again, as is the mark of the thread.
    for _ in 0..2 * BOUND {
        let there = runtime
            .block_on(run_blocking(|| thread::current().id()))
            .unwrap();
        assert_ne!(there, thread::current().id());
    }
}

/// One test for all that counts places: they are the process's.
#[test]
fn no_more_than_the_bound_run_at_once_and_a_dropped_future_keeps_its_place() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .unwrap();
    let running = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    // All places are taken by bodies that wait here, with nobody left to wait for them.
    let full = Arc::new(Barrier::new(BOUND + 1));
    let free = Arc::new(Barrier::new(BOUND + 1));
    let body = |wait: Option<(Arc<Barrier>, Arc<Barrier>)>| {
        let (running, most) = (Arc::clone(&running), Arc::clone(&most));
        move || {
            let now = running.fetch_add(1, Ordering::SeqCst) + 1;
            most.fetch_max(now, Ordering::SeqCst);
            if let Some((full, free)) = wait {
                full.wait();
                free.wait();
            }
            running.fetch_sub(1, Ordering::SeqCst);
        }
    };
    let holders: Vec<_> = (0..BOUND)
        .map(|_| {
            let wait = (Arc::clone(&full), Arc::clone(&free));
            runtime.spawn(run_blocking(body(Some(wait))))
        })
        .collect();
    full.wait();
    for holder in holders {
        holder.abort();
    }
    let late: Vec<_> = (0..BOUND)
        .map(|_| runtime.spawn(run_blocking(body(None))))
        .collect();
    // Whatever would run without a place has every chance to.
    for _ in 0..1000 {
        thread::yield_now();
    }
    assert_eq!(running.load(Ordering::SeqCst), BOUND);
    free.wait();
    runtime.block_on(async {
        for one in late {
            one.await.unwrap().unwrap();
        }
    });
    assert_eq!(most.load(Ordering::SeqCst), BOUND);
}
