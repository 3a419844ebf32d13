//! How many calls are running, and whether new ones may begin.

use std::time::Duration;

use tokio::sync::watch;

/// Counts the running calls of a server.
pub(super) struct Running {
    state: watch::Sender<State>,
}

#[derive(Clone, Copy, Default)]
struct State {
    calls: usize,
    closed: bool,
}

impl Running {
    pub(super) fn new() -> Self {
        Self {
            state: watch::Sender::new(State::default()),
        }
    }

    /// Counts a call until what comes out is dropped; none if no call may begin any more.
    pub(super) fn begin(&self) -> Option<Place<'_>> {
        let mut begun = false;
        self.state.send_if_modified(|state| {
            begun = !state.closed;
            state.calls += usize::from(begun);
            begun
        });
        begun.then(|| Place { running: self })
    }

    /// From here on no call begins.
    pub(super) fn close(&self) {
        self.state.send_modify(|state| state.closed = true);
    }

    /// Waits until no call runs, for `grace` at the most. Says whether none does.
    pub(super) async fn drained(&self, grace: Duration) -> bool {
        let mut state = self.state.subscribe();
        let drained = state.wait_for(|state| state.calls == 0);
        tokio::time::timeout(grace, drained).await.is_ok()
    }
}

/// A running call.
pub(super) struct Place<'a> {
    running: &'a Running,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.running.state.send_modify(|state| state.calls -= 1);
    }
}
