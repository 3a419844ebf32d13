//! Patterns under allow, gate and deny.

use super::access::Access;

/// A pattern, or why it is none.
pub(super) trait Pattern: Sized {
    /// Whether the pattern is one.
    fn check(&self) -> Result<(), String>;

    /// Whether every resource there can be fits.
    fn is_every(&self) -> bool;
}

/// Patterns under allow, gate and deny. A deny wins over an allow, and an allow over a gate.
#[derive(Debug, Clone)]
pub(super) struct Lists<P> {
    pub(super) allow: Vec<P>,
    pub(super) gate: Vec<P>,
    pub(super) deny: Vec<P>,
}

impl<P> Default for Lists<P> {
    fn default() -> Self {
        Self {
            allow: Vec::new(),
            gate: Vec::new(),
            deny: Vec::new(),
        }
    }
}

impl<P: Pattern> Lists<P> {
    /// What the lists say of a resource. A deny that can't be read denies everything.
    pub(super) fn access(
        &self,
        denies: impl Fn(&P) -> bool,
        fits: impl Fn(&P) -> bool,
    ) -> Option<Access> {
        if self
            .deny
            .iter()
            .any(|pattern| pattern.check().is_err() || denies(pattern))
        {
            return Some(Access::Deny);
        }
        if self.allow.iter().any(&fits) {
            return Some(Access::Allow);
        }
        self.gate.iter().any(fits).then_some(Access::Gated)
    }

    /// What the lists say of a requirement that names no resource, and so means all of them.
    pub(super) fn access_to_all(&self) -> Option<Access> {
        let every = |patterns: &[P]| patterns.iter().any(P::is_every);
        if every(&self.deny) || self.deny.iter().any(|pattern| pattern.check().is_err()) {
            return Some(Access::Deny);
        }
        if every(&self.allow) && self.deny.is_empty() {
            return Some(Access::Allow);
        }
        (every(&self.allow) || every(&self.gate)).then_some(Access::Gated)
    }

    /// Whether all patterns are patterns.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut all = self.allow.iter().chain(&self.gate).chain(&self.deny);
        all.try_for_each(P::check)
    }
}
