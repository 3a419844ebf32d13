//! What a change did to the list of tools.

use std::collections::BTreeMap;

/// What a change did to the list of tools, by name.
///
/// Changes are contiguous: one ends where the next one begins. A listener that is far behind gets
/// several as one, with what they did together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    from: u64,
    to: u64,
    names: BTreeMap<String, Kind>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Added,
    Replaced,
    Removed,
}

impl Change {
    /// The change that makes `version`.
    pub(super) fn new(version: u64) -> Self {
        Self {
            from: version.saturating_sub(1),
            to: version,
            names: BTreeMap::new(),
        }
    }

    /// Notes a name that was and is listed or not, and whose tool has changed.
    pub(super) fn note(&mut self, name: &str, was: bool, is: bool) {
        let kind = match (was, is) {
            (false, true) => Kind::Added,
            (true, true) => Kind::Replaced,
            (true, false) => Kind::Removed,
            (false, false) => return,
        };
        self.names.insert(name.to_owned(), kind);
    }

    /// Takes in the change that follows.
    pub(super) fn merge(&mut self, later: Self) {
        self.to = later.to;
        for (name, second) in later.names {
            let first = self.names.remove(&name);
            let was = match first {
                Some(first) => first != Kind::Added,
                None => second != Kind::Added,
            };
            self.note(&name, was, second != Kind::Removed);
        }
    }

    /// The version before the change.
    #[must_use]
    pub fn from(&self) -> u64 {
        self.from
    }

    /// The version after the change.
    #[must_use]
    pub fn to(&self) -> u64 {
        self.to
    }

    /// The names that are listed now and were not before, sorted.
    pub fn added(&self) -> impl Iterator<Item = &str> {
        self.of(Kind::Added)
    }

    /// The names that another tool stands behind now, sorted.
    pub fn replaced(&self) -> impl Iterator<Item = &str> {
        self.of(Kind::Replaced)
    }

    /// The names that are listed no more, sorted.
    pub fn removed(&self) -> impl Iterator<Item = &str> {
        self.of(Kind::Removed)
    }

    fn of(&self, kind: Kind) -> impl Iterator<Item = &str> {
        self.names
            .iter()
            .filter(move |(_, of)| **of == kind)
            .map(|(name, _)| name.as_str())
    }
}
