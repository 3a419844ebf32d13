//! What of a server becomes tools, and how.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::schema::Digest;
use crate::toolbox::Toolbox;

use super::report::Held;

/// The digests of the descriptors that were approved, by the names that the server has for its
/// tools: what a host keeps, so that a changed tool is noticed by its next run as well.
pub type Pins = BTreeMap<String, Digest>;

/// What becomes of a tool whose descriptor is not the one that was approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approval {
    /// It is imported as it is now.
    Approve,
    /// It is kept out until it is approved.
    Hold,
}

/// How a connection begins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lifecycle {
    /// With the handshake that all revisions before 2026-07-28 have.
    #[default]
    Handshake,
    /// Without one, as the revision 2026-07-28 has it, where the server knows that; else with one.
    Newest,
}

pub(super) type Approve = dyn Fn(&Held) -> Approval + Send + Sync;

/// What of a server becomes tools, and how.
#[derive(Clone)]
#[must_use]
pub struct ImportOptions {
    pub(super) toolbox: Toolbox,
    pub(super) prefix: String,
    pub(super) pins: Option<Pins>,
    pub(super) approve: Option<Arc<Approve>>,
    pub(super) requires: Vec<String>,
    pub(super) core: bool,
    pub(super) concurrent: bool,
    pub(super) timeout: Option<Duration>,
    pub(super) lifecycle: Lifecycle,
    pub(super) bounds: Bounds,
    pub(super) patience: Patience,
}

/// How much of what a server says is taken.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) tools: usize,
    pub(super) schema: usize,
    pub(super) description: usize,
    pub(super) text: usize,
    pub(super) media: usize,
}

/// How long and how often a server is waited for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    pub(super) connect: Duration,
    pub(super) attempts: u32,
    pub(super) first_pause: Duration,
    pub(super) longest_pause: Duration,
}

impl ImportOptions {
    /// Brings tools into `toolbox`, with `prefix` before their names, such as `git_`; it may be
    /// empty.
    ///
    /// Unless something else is said: 1,000 tools, 256 KiB of schemas for each, 8 KiB for each
    /// description, 1 MiB for the text of a result and 8 MiB for a picture or a sound in it; 30 s
    /// for a connection, 6 attempts to make a new one, 0.2 s apart and twice that each time.
    pub fn new(toolbox: &Toolbox, prefix: impl Into<String>) -> Self {
        Self {
            toolbox: toolbox.clone(),
            prefix: prefix.into(),
            pins: None,
            approve: None,
            requires: Vec::new(),
            core: false,
            concurrent: false,
            timeout: None,
            lifecycle: Lifecycle::default(),
            bounds: Bounds {
                tools: 1000,
                schema: 256 * 1024,
                description: 8 * 1024,
                text: 1024 * 1024,
                media: 8 * 1024 * 1024,
            },
            patience: Patience {
                connect: Duration::from_secs(30),
                attempts: 6,
                first_pause: Duration::from_millis(200),
                longest_pause: Duration::from_secs(30),
            },
        }
    }

    /// Takes the tools that were approved before, and no others: what is new or has changed is
    /// held. Without pins the first list is approved as it is, later additions are as well, and
    /// what changes is held.
    pub fn with_pins(mut self, pins: Pins) -> Self {
        self.pins = Some(pins);
        self
    }

    /// Lets `approve` decide at once about each tool that would be held. It must not wait; a host
    /// that asks a person holds the tool and calls [`Imported::approve`](super::Imported::approve)
    /// later.
    pub fn with_approval(
        mut self,
        approve: impl Fn(&Held) -> Approval + Send + Sync + 'static,
    ) -> Self {
        self.approve = Some(Arc::new(approve));
        self
    }

    /// Names the capabilities that every call of these tools needs: the policy of the broker
    /// decides about them. None unless said here.
    pub fn with_requires<C: Into<String>>(
        mut self,
        capabilities: impl IntoIterator<Item = C>,
    ) -> Self {
        self.requires = capabilities.into_iter().map(Into::into).collect();
        self
    }

    /// Says whether the tools are core.
    pub fn with_core(mut self, core: bool) -> Self {
        self.core = core;
        self
    }

    /// Says whether calls may overlap others: a server must be built for it.
    pub fn with_concurrent(mut self, concurrent: bool) -> Self {
        self.concurrent = concurrent;
        self
    }

    /// Bounds how long a call may take; the broker keeps it.
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Says how the connection begins.
    pub fn with_lifecycle(mut self, lifecycle: Lifecycle) -> Self {
        self.lifecycle = lifecycle;
        self
    }

    /// Bounds how many tools are taken; the others are skipped.
    pub fn with_max_tools(mut self, tools: usize) -> Self {
        self.bounds.tools = tools;
        self
    }

    /// Bounds how many bytes of text a result may have. The broker cuts it further, to what a
    /// conversation takes.
    pub fn with_max_text(mut self, bytes: usize) -> Self {
        self.bounds.text = bytes;
        self
    }

    /// Bounds how long a connection may take to be made.
    pub fn with_connect_timeout(mut self, timeout: Duration) -> Self {
        self.patience.connect = timeout;
        self
    }

    /// How often a lost connection is tried to be made again, and how long the first pause before
    /// it is; each further one is twice as long, 30 s at the most. After the last attempt the tools
    /// stay and say that the server is gone, until
    /// [`Imported::reconnect`](super::Imported::reconnect).
    pub fn with_reconnect(mut self, attempts: u32, first_pause: Duration) -> Self {
        self.patience.attempts = attempts;
        self.patience.first_pause = first_pause;
        self
    }
}

impl Patience {
    /// The pause before an attempt, the first being 0.
    pub(super) fn pause(&self, attempt: u32) -> Duration {
        let factor = 2_u32.saturating_pow(attempt);
        self.first_pause
            .saturating_mul(factor)
            .min(self.longest_pause)
    }
}

impl fmt::Debug for ImportOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImportOptions")
            .field("prefix", &self.prefix)
            .field("pins", &self.pins)
            .field("requires", &self.requires)
            .field("lifecycle", &self.lifecycle)
            .finish_non_exhaustive()
    }
}
