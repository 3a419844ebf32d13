//! How much a model may send.

/// How deep lists and objects may stand in each other, unless a host says otherwise.
pub const MAX_DEPTH: usize = 128;

/// How many bytes of text the arguments of one call may have, unless a host says otherwise: 4 MiB.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// How many problems one error lists at the most. No model mends more in one turn.
pub(crate) const MAX_PROBLEMS: usize = 50;

/// How much a model may send in one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    depth: usize,
    bytes: usize,
}

impl Limits {
    /// [`MAX_DEPTH`] and [`MAX_BYTES`].
    #[must_use]
    pub const fn new() -> Self {
        Self {
            depth: MAX_DEPTH,
            bytes: MAX_BYTES,
        }
    }

    /// Sets how deep lists and objects may stand in each other. Never more than [`MAX_DEPTH`]: all
    /// that reads a value after this crate recurses as deep.
    #[must_use]
    pub const fn with_depth(mut self, depth: usize) -> Self {
        self.depth = if depth < MAX_DEPTH { depth } else { MAX_DEPTH };
        self
    }

    /// Sets how many bytes the text may have.
    #[must_use]
    pub const fn with_bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    /// How deep lists and objects may stand in each other.
    #[must_use]
    pub const fn depth(self) -> usize {
        self.depth
    }

    /// How many bytes the text may have.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.bytes
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}
