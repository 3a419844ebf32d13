//! Driving a future to its end on the thread that asks, under no async runtime.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// Wakes the thread that waits.
struct Unpark {
    thread: Thread,
    /// Whether to poll again. The thread's own park token is not enough: what the future does on
    /// this thread, such as waiting on a channel, may take it.
    woken: AtomicBool,
}

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.woken.store(true, Ordering::Release);
        self.thread.unpark();
    }
}

/// Runs `future` to its end on this thread.
pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    // Most tools never wait: one poll without a parker is all they need.
    if let Poll::Ready(output) = future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        return output;
    }
    let unpark = Arc::new(Unpark {
        thread: thread::current(),
        woken: AtomicBool::new(false),
    });
    let waker = Waker::from(Arc::clone(&unpark));
    let mut cx = Context::from_waker(&waker);
    loop {
        // Polled before parking: the first poll's waker told nobody.
        if let Poll::Ready(output) = future.as_mut().poll(&mut cx) {
            return output;
        }
        while !unpark.woken.swap(false, Ordering::Acquire) {
            thread::park();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::mpsc;

    use super::*;

    /// A future that is ready when its own poll has been woken `times` times from elsewhere.
    fn woken_from_a_thread(times: usize) -> impl Future<Output = usize> {
        let mut polls = 0;
        poll_fn(move |cx| {
            if polls > times {
                return Poll::Ready(polls);
            }
            polls += 1;
            let waker = cx.waker().clone();
            thread::spawn(move || waker.wake());
            Poll::Pending
        })
    }

    #[test]
    fn a_ready_future_gives_its_output() {
        assert_eq!(block_on(async { 7 }), 7);
    }

    #[test]
    fn a_future_is_polled_again_when_it_is_woken() {
        assert_eq!(block_on(woken_from_a_thread(20)), 21);
    }

    #[test]
    fn a_wake_is_not_lost_when_the_future_takes_the_park_token() {
        let mut polls = 0;
        let output = block_on(poll_fn(|cx| {
            polls += 1;
            if polls == 3 {
                return Poll::Ready(polls);
            }
            if polls == 2 {
                cx.waker().wake_by_ref();
                // Takes the token that the wake has left.
                thread::park();
            }
            Poll::Pending
        }));
        assert_eq!(output, 3);
    }

    #[test]
    fn one_call_may_stand_inside_another() {
        let (ask, asked) = mpsc::channel::<Waker>();
        let waking = thread::spawn(move || {
            while let Ok(waker) = asked.recv() {
                waker.wake();
            }
        });
        let mut polls = 0;
        let output = block_on(poll_fn(|cx| {
            polls += 1;
            if polls == 4 {
                return Poll::Ready(polls);
            }
            ask.send(cx.waker().clone()).unwrap();
            block_on(woken_from_a_thread(2));
            Poll::Pending
        }));
        assert_eq!(output, 4);
        drop(ask);
        waking.join().unwrap();
    }
}
