//! What a tool says of its own effects.

use serde::{Deserialize, Serialize};

/// What a tool says of its own effects. Hints: nothing enforces them.
///
/// Names, meanings and the defaults of what is left unsaid are those of the tool annotations of
/// the Model Context Protocol (`ToolAnnotations`, 2025-03-26 and later).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hints {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    read_only: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    destructive: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    idempotent: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open_world: Option<bool>,
}

impl Hints {
    /// Nothing said.
    pub const UNSAID: Self = Self {
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
    };

    /// Says whether the tool changes nothing.
    #[must_use]
    pub const fn with_read_only(mut self, read_only: bool) -> Self {
        self.read_only = Some(read_only);
        self
    }

    /// Says whether the tool may destroy something.
    #[must_use]
    pub const fn with_destructive(mut self, destructive: bool) -> Self {
        self.destructive = Some(destructive);
        self
    }

    /// Says whether the same call made again changes nothing more.
    #[must_use]
    pub const fn with_idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = Some(idempotent);
        self
    }

    /// Says whether the tool reaches things outside the host, such as the web.
    #[must_use]
    pub const fn with_open_world(mut self, open_world: bool) -> Self {
        self.open_world = Some(open_world);
        self
    }

    /// Whether the tool changes nothing; `false` where unsaid.
    #[must_use]
    pub const fn read_only(self) -> bool {
        or(self.read_only, false)
    }

    /// Whether the tool may destroy something; `true` where unsaid. Of a read-only tool it means
    /// nothing: see [`may_destroy`](Self::may_destroy).
    #[must_use]
    pub const fn destructive(self) -> bool {
        or(self.destructive, true)
    }

    /// Whether the same call made again changes nothing more; `false` where unsaid. Of a read-only
    /// tool it means nothing: see [`may_repeat`](Self::may_repeat).
    #[must_use]
    pub const fn idempotent(self) -> bool {
        or(self.idempotent, false)
    }

    /// Whether the tool reaches things outside the host; `true` where unsaid.
    #[must_use]
    pub const fn open_world(self) -> bool {
        or(self.open_world, true)
    }

    /// Whether a call can destroy something, by all that is said together.
    #[must_use]
    pub const fn may_destroy(self) -> bool {
        !self.read_only() && self.destructive()
    }

    /// Whether a call can be made again without a second effect, by all that is said together.
    #[must_use]
    pub const fn may_repeat(self) -> bool {
        self.read_only() || self.idempotent()
    }

    /// What was said, for whoever hands on nothing but that: `read_only`, `destructive`,
    /// `idempotent` and `open_world`, each none where unsaid.
    #[must_use]
    pub const fn said(self) -> [Option<bool>; 4] {
        [
            self.read_only,
            self.destructive,
            self.idempotent,
            self.open_world,
        ]
    }

    /// Hints of which some may be unsaid, in the order of [`said`](Self::said).
    #[must_use]
    pub const fn from_said(
        [read_only, destructive, idempotent, open_world]: [Option<bool>; 4],
    ) -> Self {
        Self {
            read_only,
            destructive,
            idempotent,
            open_world,
        }
    }

    /// For serde, which asks with a reference.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(super) fn is_unsaid(&self) -> bool {
        *self == Self::UNSAID
    }
}

const fn or(said: Option<bool>, unsaid: bool) -> bool {
    match said {
        Some(said) => said,
        None => unsaid,
    }
}
