//! What a broker lets a call do at the most.

use std::num::NonZeroUsize;
use std::time::Duration;

/// How long a call of a tool that says nothing may take, where there is a timer.
const TIMEOUT: Duration = Duration::from_secs(120);

/// What a broker lets a call do at the most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallLimits {
    timeout: Timeout,
    grace: Duration,
    max_output: usize,
    output_ceiling: Option<usize>,
    spill: bool,
    parallel: NonZeroUsize,
    same_failures: u32,
    failures_in_a_row: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Timeout {
    /// 120 s with a timer, none without one.
    Unsaid,
    Said(Option<Duration>),
}

impl CallLimits {
    /// 120 s for a call (none without a timer), 1 s of grace, 16 KiB of output, 8 calls of a batch
    /// at once, 3 failures of the same call and 8 of the same tool in a row.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            timeout: Timeout::Unsaid,
            grace: Duration::from_secs(1),
            max_output: 16 * 1024,
            output_ceiling: None,
            spill: false,
            parallel: NonZeroUsize::MIN.saturating_add(7),
            same_failures: 3,
            failures_in_a_row: 8,
        }
    }

    /// Bounds how long a call may take of a tool that says nothing itself; none is for ever.
    #[must_use]
    pub fn with_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.timeout = Timeout::Said(timeout.into());
        self
    }

    /// How long a call may go on after it is called off or its time is up, before it is dropped
    /// where it stands.
    #[must_use]
    pub const fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Bounds how many bytes of text a result may have of a tool that says nothing itself, the
    /// note on what was left out included.
    #[must_use]
    pub const fn with_max_output(mut self, bytes: usize) -> Self {
        self.max_output = bytes;
        self
    }

    /// Bounds how many bytes of text a result may have whatever the tool says. A host whose
    /// dispatcher caps results sets its cap here.
    #[must_use]
    pub const fn with_output_ceiling(mut self, bytes: usize) -> Self {
        self.output_ceiling = Some(bytes);
        self
    }

    /// Says whether the whole of a text that is cut is kept in a file in the session's scratch
    /// directory.
    #[must_use]
    pub const fn with_spill(mut self, spill: bool) -> Self {
        self.spill = spill;
        self
    }

    /// Bounds how many calls of one batch run at once.
    #[must_use]
    pub const fn with_parallel(mut self, calls: NonZeroUsize) -> Self {
        self.parallel = calls;
        self
    }

    /// How often the same call may fail in a row before it is given up: its failures so far are
    /// told to the model, the next one ends the work.
    #[must_use]
    pub const fn with_same_failures(mut self, failures: u32) -> Self {
        self.same_failures = failures;
        self
    }

    /// How often one tool may fail in a row, with whatever arguments, before it is given up.
    #[must_use]
    pub const fn with_failures_in_a_row(mut self, failures: u32) -> Self {
        self.failures_in_a_row = failures;
        self
    }

    /// How long a call may take of a tool that says nothing itself.
    pub(super) fn timeout(&self, timer: bool) -> Option<Duration> {
        match self.timeout {
            Timeout::Unsaid => timer.then_some(TIMEOUT),
            Timeout::Said(timeout) => timeout,
        }
    }

    pub(super) fn grace(&self) -> Duration {
        self.grace
    }

    /// How many bytes of text a result may have of a tool that says `said`.
    pub(super) fn max_output(&self, said: Option<usize>) -> usize {
        let bytes = said.unwrap_or(self.max_output);
        self.output_ceiling
            .map_or(bytes, |ceiling| bytes.min(ceiling))
    }

    pub(super) fn spill(&self) -> bool {
        self.spill
    }

    pub(super) fn parallel(&self) -> NonZeroUsize {
        self.parallel
    }

    pub(super) fn same_failures(&self) -> u32 {
        self.same_failures
    }

    pub(super) fn failures_in_a_row(&self) -> u32 {
        self.failures_in_a_row
    }
}

impl Default for CallLimits {
    fn default() -> Self {
        Self::new()
    }
}
